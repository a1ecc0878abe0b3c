import type { Page } from '@playwright/test'
import { expectGoodForEverybody } from '../harness/accessibility.ts'
import { accounts, businesses } from '../harness/accounts.ts'
import { Counter, codeOf } from '../harness/counter.ts'
import { Registration } from '../harness/registration.ts'
import { holdBack } from '../harness/requests.ts'
import type { Account, Shop, SignedIn } from '../harness/shop.ts'
import { expect, test } from '../harness/test.ts'

/** Every state that a person may find a screen in, as somebody who cannot see well, or has a small phone, finds it. */
const doors: Record<string, (page: Page) => Promise<void>> = {
  'the landing page': async (page) => {
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  },
  'the sign-in': async (page) => {
    await page.goto('/login')
    await expect(page.getByLabel('Correo electrónico')).toBeVisible()
  },
  'the sign-in with empty fields': async (page) => {
    await page.goto('/login')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page.getByText('Escribe tu contraseña.')).toBeVisible()
  },
  'the sign-in after a wrong password': async (page) => {
    await page.goto('/login')
    await page.getByLabel('Correo electrónico').fill(accounts.barber)
    await page.getByLabel('Contraseña', { exact: true }).fill('Otra-1234')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page.getByRole('alert')).toBeVisible()
  },
  'the sign-in while it is busy': async (page) => {
    await page.goto('/login')
    await holdBack(page, /\/auth\/login$/)
    await page.getByLabel('Correo electrónico').fill(accounts.barber)
    await page.getByLabel('Contraseña', { exact: true }).fill('Otra-1234')
    await page.getByRole('button', { name: 'Entrar', exact: true }).click()
    await expect(page.getByRole('button', { name: 'Entrando…' })).toBeVisible()
  },
  'the refusal of a section': async (page) => {
    await page.goto('/unauthorized')
    await expect(page.getByText('No autorizado - No tienes permisos para esta sección.')).toBeVisible()
  },
  'the privacy page': (page) => openLegal(page, '/legal/privacidad'),
  'the legal notice': (page) => openLegal(page, '/legal/aviso'),
  'the page on cookies': (page) => openLegal(page, '/legal/cookies'),
}

const registration: Record<string, (page: Page, shop: Shop) => Promise<void>> = {
  'no business': async (page) => {
    await page.goto('/public/register')
    await expect(page.getByText('Falta el identificador del negocio')).toBeVisible()
  },
  'an unknown business': async (page) => {
    await page.goto('/public/register?bid=noexiste')
    await expect(page.getByText('No encontramos este negocio')).toBeVisible()
  },
  'the business on its way': async (page) => {
    await holdBack(page, /\/public\/businesses\//)
    await page.goto(`/public/register?bid=${businesses.demo}`)
    await expect(page.getByText('Cargando…')).toBeAttached()
  },
  'an empty form': async (page) => {
    const form = await new Registration(page).open()
    await expect(form.create).toBeDisabled()
  },
  'wrong fields': async (page) => {
    const form = await new Registration(page).open()
    await form.fillIn('Saturnino Gil', '12')
    await form.email.fill('saturnino')
    await form.create.click()
    await expect(form.phone).toBeFocused()
  },
  'a phone registered already': async (page, shop) => {
    const known = await shop.newcomer()
    const form = await new Registration(page).open()
    await form.fillIn('Saturnino Gil', known.phone)
    await form.create.click()
    await expect(page.getByText('Ya tienes tarjeta aquí')).toBeVisible()
  },
  'done, with a long name': async (page, shop) => {
    const form = await new Registration(page).open()
    await form.fillIn('Wenceslao Fernández-Villaverde de la Encina y Ruiz-Giménez', shop.newPhone())
    await form.create.click()
    await expect(form.done).toBeVisible()
  },
}

const counterStates: Record<string, (counter: Counter, shop: Shop) => Promise<void>> = {
  'nobody yet': async (counter) => {
    await expect(counter.panel).toContainText('Listo para el siguiente')
  },
  'a visit': async (counter, shop) => {
    const customer = await shop.newCustomer()
    await counter.read(codeOf(customer.id))
    await expect(counter.panel).toContainText('Visita registrada')
    await expect(counter.card).toBeVisible()
  },
  'a full card with three rewards owed': async (counter, shop) => {
    const customer = await shop.newcomer({
      name: 'Wenceslao Fernández-Villaverde de la Encina y Ruiz-Giménez',
    })
    await shop.stamp(customer.id, 10)
    await counter.read(codeOf(customer.id))
    await expect(counter.owed('GRATIS')).toBeVisible()
    await expect(counter.owed('50 %')).toBeVisible()
    await expect(counter.owed('Descuento de bienvenida')).toBeVisible()
  },
  'a VIP card': async (counter, shop) => {
    const customer = await shop.newCustomer({ tag: 'BONO_VIP_A', visits: 2 })
    await counter.page.goto(`/staff/checkin?cid=${customer.id}`)
    await expect(counter.card).toHaveAccessibleName('2 de 4 visitas')
  },
  'a redemption refused': async (counter, shop) => {
    const customer = await shop.newCustomer({ visits: 5 })
    await counter.page.goto(`/staff/checkin?cid=${customer.id}`)
    await expect(counter.owed('50 %')).toBeVisible()
    const [reward] = await shop.owedTo(customer.id)
    await shop.redeem(customer.id, reward?.id ?? '')
    await counter.owed('50 %').getByRole('button', { name: 'Canjear' }).click()
    await expect(counter.panel.getByRole('alert')).toBeVisible()
  },
  'a second visit of the day': async (counter, shop) => {
    const customer = await shop.newCustomer({ visits: 1 })
    await counter.read(codeOf(customer.id))
    await expect(counter.panel).toContainText('Ya se registró una visita hoy')
    await expect(counter.card).toBeVisible()
  },
  'an unknown code': async (counter) => {
    await counter.read('https://example.test/carta')
    await expect(counter.panel).toContainText('No se reconoció el contenido del QR.')
  },
  'a phone in the box': async (counter, shop) => {
    await counter.box.fill(shop.newPhone())
    await expect(counter.button('Sumar por teléfono')).toBeVisible()
    await expect(counter.page.getByText('Ningún cliente coincide.')).toBeVisible()
  },
  'names to choose from': async (counter) => {
    await counter.box.fill('rojas')
    await expect(counter.button('Abrir detalle de Elena Rojas')).toBeVisible()
  },
  'a customer and her family': async (counter) => {
    await counter.box.fill('elena rojas')
    await counter.button('Abrir detalle de Elena Rojas').click()
    await expect(counter.panel).toContainText('Familia Rojas')
    await expect(counter.panel.getByLabel('Datos del cliente')).toBeVisible()
  },
  'no connection': async (counter, shop) => {
    const customer = await shop.newCustomer()
    await counter.page.context().setOffline(true)
    await counter.read(codeOf(customer.id))
    await expect(counter.button('Reintentar')).toBeVisible()
  },
  'a camera that is refused': async (counter) => {
    await counter.openCamera.click()
    await expect(counter.page.getByRole('alert')).toContainText('No se pudo acceder a la cámara.')
  },
}

for (const [name, open] of Object.entries(doors)) {
  test(`good for everybody: ${name} @sizes`, async ({ page }) => {
    await open(page)
    await expectGoodForEverybody(page)
  })
}

test('good for everybody: a session that is open already @sizes', async ({ page, signIn }) => {
  await signIn(page, 'barber')
  await page.goto('/login')
  await expect(page.getByText('Ya hay una sesión abierta')).toBeVisible()
  await expectGoodForEverybody(page)
})

for (const [name, open] of Object.entries(registration)) {
  test(`good for everybody: the registration with ${name} @sizes`, async ({ page, shop }) => {
    await open(page, shop)
    await expectGoodForEverybody(page)
  })
}

for (const [name, bring] of Object.entries(counterStates)) {
  test(`good for everybody: the counter with ${name} @sizes`, async ({ page, shop, signIn }) => {
    await atTheCounter(page, signIn, 'barber', (counter) => bring(counter, shop))
  })
}

test('good for everybody: the counter with a visit to authorise @sizes', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer({ visits: 1 })
  await atTheCounter(page, signIn, 'admin', async (counter) => {
    await counter.read(codeOf(customer.id))
    await expect(counter.button('Autorizar otra visita')).toBeEnabled()
  })
})

test('good for everybody: the counter with the camera on @sizes', async ({
  pageWithCamera,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer()
  const page = await pageWithCamera(await shop.qrPicture(customer.id))
  await atTheCounter(page, signIn, 'barber', async (counter) => {
    await counter.openCamera.click()
    await expect(counter.panel).toContainText('Visita registrada')
    await expect(counter.card).toBeVisible()
  })
})

async function atTheCounter(
  page: Page,
  signIn: (page: Page, who: Account | SignedIn) => Promise<void>,
  as: Account,
  bring: (counter: Counter) => Promise<void>,
): Promise<void> {
  await signIn(page, as)
  await bring(await new Counter(page).open())
  await expectGoodForEverybody(page)
}

async function openLegal(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
}
