import type { Page } from '@playwright/test'
import { checkState, expectWholeWords } from '../harness/accessibility.ts'
import { accounts, businesses } from '../harness/accounts.ts'
import { Counter, codeOf } from '../harness/counter.ts'
import { longestName } from '../harness/names.ts'
import { Registration } from '../harness/registration.ts'
import { delayRequests, givenAsBuilt, mockResponse } from '../harness/requests.ts'
import { qrIdOf } from '../harness/shop.ts'
import { expect, test } from '../harness/test.ts'

// Every screen for people with low vision and with small phones. States of one screen share a test,
// because opening the screen is slow.

const longName = 'Wenceslao Fernández-Villaverde de la Encina y Ruiz-Giménez'

const headed = (page: Page, path: string) => async () => {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}

// Spec: routes-26
test('accessible: the public pages', async ({ page, signIn }) => {
  await checkState(page, 'the landing page', headed(page, '/'))
  await checkState(page, 'the refusal of a section', async () => {
    await page.goto('/unauthorized')
    await expect(page.getByText('No autorizado - No tienes permisos para esta sección.')).toBeVisible()
  })
  await checkState(page, 'the privacy page', headed(page, '/legal/privacidad'))
  await checkState(page, 'the legal notice', headed(page, '/legal/aviso'))
  await checkState(page, 'the page on cookies', headed(page, '/legal/cookies'))
  await checkState(page, 'a session that is open already', async () => {
    await signIn(page, 'barber')
    await page.goto('/login')
    await expect(page.getByText('Ya hay una sesión abierta')).toBeVisible()
  })
})

test('accessible: the sign-in', async ({ page }) => {
  const email = page.getByLabel('Correo electrónico')
  const enter = page.getByRole('button', { name: 'Entrar', exact: true })
  await checkState(page, 'the sign-in', async () => {
    await page.goto('/login')
    await expect(email).toBeVisible()
  })
  await checkState(page, 'with empty fields', async () => {
    await enter.click()
    await expect(page.getByText('Escribe tu contraseña.')).toBeVisible()
  })
  await checkState(page, 'after a wrong password', async () => {
    await email.fill(accounts.barber)
    await page.getByLabel('Contraseña', { exact: true }).fill('Otra-1234')
    await enter.click()
    await expect(page.getByRole('alert')).toBeVisible()
  })
  await checkState(page, 'while it is busy', async () => {
    await delayRequests(page, /\/auth\/login$/)
    await enter.click()
    await expect(page.getByRole('button', { name: 'Entrando…' })).toBeVisible()
  })
})

test('accessible: the change of the own password', async ({ page, shop }) => {
  const barber = await shop.hiredBarber()
  const save = page.getByRole('button', { name: 'Guardar y entrar' })
  await checkState(page, 'the choice of a password', async () => {
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(barber.email)
    await page.getByLabel('Contraseña', { exact: true }).fill(barber.password)
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(save).toBeVisible()
  })
  await checkState(page, 'one that is too short', async () => {
    await save.click()
    await expect(page.getByText('Necesita al menos 8 caracteres.')).toBeVisible()
  })
})

test('accessible: the registration', async ({ page, shop }) => {
  const form = new Registration(page)
  await checkState(page, 'without a business', async () => {
    await page.goto('/public/register')
    await expect(page.getByText('Falta el identificador del negocio')).toBeVisible()
  })
  await checkState(page, 'with an unknown business', async () => {
    await page.goto('/public/register?bid=noexiste')
    await expect(page.getByText('No encontramos este negocio')).toBeVisible()
  })
  const releaseRequests = await delayRequests(page, /\/public\/businesses\//)
  const drawAgain = await givenAsBuilt(page, /\/public\/register/)
  await checkState(page, 'with the business on its way', async () => {
    await page.goto(`/public/register?bid=${businesses.demo}`)
    await expect(page.getByText('Cargando…')).toBeAttached()
  })
  await checkState(page, 'with an empty form', async () => {
    releaseRequests()
    await drawAgain()
    await page.reload()
    await expect(form.create).toBeDisabled()
  })
  await checkState(page, 'with wrong fields', async () => {
    await form.fillIn('Saturnino Gil', '12')
    await form.email.fill('saturnino')
    await form.create.click()
    await expect(form.phone).toBeFocused()
  })
  await checkState(page, 'with a phone registered already', async () => {
    const known = await shop.newcomer()
    await form.fillIn('Saturnino Gil', known.phone)
    await form.email.fill('')
    await form.create.click()
    await expect(page.getByText(/ya tiene tarjeta/)).toBeVisible()
  })
  await checkState(page, 'done, with the longest name', async () => {
    await form.fillIn(longestName, shop.newPhone())
    await form.create.click()
    await expect(form.done).toBeVisible()
  })
  await expectWholeWords(page)
  await checkState(page, 'of a business with the longest name', async () => {
    const business = {
      id: 'b1',
      name: longestName,
      legalName: longestName,
      status: 'ACTIVE',
      visitTarget: 10,
      halfMilestone: 5,
    }
    await mockResponse(page, 'GET', '/public/businesses/b1', { body: business })
    await givenAsBuilt(page, /\/public\/register/)
    await page.goto('/public/register?bid=b1')
    await expect(form.create).toBeDisabled()
  })
})

test('accessible: the page with the QR', async ({ page, shop }) => {
  const customer = await shop.newCustomer({ name: longestName, visits: 1 })
  await checkState(page, 'of a customer with the longest name', async () => {
    await page.goto(`/qr?cid=${qrIdOf(customer)}`)
    await expect(page.getByRole('region', { name: 'Visitas' }).getByRole('listitem')).toBeVisible()
  })
  await expectWholeWords(page)
  await checkState(page, 'of an unknown QR', async () => {
    await page.goto('/qr?cid=nadie-tiene-este')
    await expect(page.getByRole('heading', { name: 'Este QR no vale' })).toBeVisible()
  })
})

test('accessible: the search at the counter', async ({ page, signIn, shop }) => {
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await checkState(page, 'before the first customer', () =>
    expect(counter.panel).toContainText('Listo para el siguiente'),
  )
  await checkState(page, 'a phone in the box', async () => {
    await counter.box.fill(shop.newPhone())
    await expect(counter.button('Sumar por teléfono')).toBeVisible()
    await expect(page.getByText('Ningún cliente coincide.')).toBeVisible()
  })
  await checkState(page, 'names to choose from', async () => {
    await counter.box.fill('rojas')
    await expect(counter.button('Ver la tarjeta de Elena Rojas')).toBeVisible()
  })
  await checkState(page, 'a customer and their family', async () => {
    await counter.box.fill('elena rojas')
    await counter.button('Ver la tarjeta de Elena Rojas').click()
    await expect(counter.panel).toContainText('Familia Rojas')
    await expect(counter.panel.getByLabel('Datos del cliente')).toBeVisible()
  })
  await checkState(page, 'an unknown code', async () => {
    await counter.read('https://example.test/carta')
    await expect(counter.panel).toContainText('No se reconoció el contenido del QR.')
  })
  await checkState(page, 'a camera that is refused', async () => {
    await counter.openCamera.click()
    await expect(page.getByRole('alert')).toContainText('No se pudo acceder a la cámara.')
  })
})

test('accessible: the scans at the counter', async ({ page, signIn, shop }) => {
  const customer = await shop.newCustomer()
  const again = await shop.newCustomer({ visits: 1 })
  const full = await shop.newcomer({ name: longName })
  await shop.stamp(full.id, 10)
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await checkState(page, 'a visit', async () => {
    await counter.read(codeOf(customer.id))
    await expect(counter.panel).toContainText('Visita registrada')
    await expect(counter.card).toBeVisible()
  })
  await checkState(page, 'a full card with three rewards owed', async () => {
    await counter.read(codeOf(full.id))
    await expect(counter.owed('GRATIS')).toBeVisible()
    await expect(counter.owed('50 %')).toBeVisible()
    await expect(counter.owed('Descuento de bienvenida')).toBeVisible()
  })
  await checkState(page, 'a second visit of the day', async () => {
    await counter.read(codeOf(again.id))
    await expect(counter.panel).toContainText('Ya se registró una visita hoy')
    await expect(counter.card).toBeVisible()
  })
})

test('accessible: an open card at the counter', async ({ page, signIn, shop }) => {
  await signIn(page, 'barber')
  const counter = new Counter(page)
  await checkState(page, 'a redemption refused', async () => {
    const owing = await shop.newCustomer({ visits: 5 })
    await page.goto(`/staff/checkin?cid=${owing.id}`)
    await expect(counter.owed('50 %')).toBeVisible()
    const [reward] = await shop.owedTo(owing.id)
    await shop.redeem(owing.id, reward?.id ?? '')
    await counter.owed('50 %').getByRole('button', { name: 'Canjear' }).click()
    await expect(counter.panel.getByRole('alert')).toBeVisible()
  })
  await checkState(page, 'a VIP card', async () => {
    const important = await shop.newCustomer({ tag: 'BONO_VIP_A', visits: 2 })
    await page.goto(`/staff/checkin?cid=${important.id}`)
    await expect(counter.card).toHaveAccessibleName('2 de 4 visitas')
  })
  await checkState(page, 'no connection', async () => {
    const unheard = await shop.newCustomer()
    await page.context().setOffline(true)
    await counter.read(codeOf(unheard.id))
    await expect(counter.button('Enviar ahora')).toBeVisible()
    await expect(counter.outbox).toContainText('Una visita sin enviar')
  })
  await checkState(page, 'the visits of this device', async () => {
    await counter.outbox.getByRole('button', { name: 'Ver' }).click()
    await page.getByRole('button', { name: /^Descartar la visita de/ }).click()
    await expect(counter.button('Sí, descartarla')).toBeEnabled()
  })
})

test('accessible: a visit to authorize at the counter', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer({ visits: 1 })
  await signIn(page, 'admin')
  const counter = await new Counter(page).open()
  await checkState(page, 'a visit to authorize', async () => {
    await counter.read(codeOf(customer.id))
    await expect(counter.button('Autorizar otra visita')).toBeEnabled()
  })
})

test('accessible: the camera at the counter', async ({ pageWithCamera, shop, signIn }) => {
  const customer = await shop.newCustomer()
  const page = await pageWithCamera(await shop.qrPicture(customer))
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await checkState(page, 'the camera on', async () => {
    await counter.openCamera.click()
    await expect(counter.panel).toContainText('Visita registrada')
    await expect(counter.card).toBeVisible()
  })
})
