import { expectAccessible } from '../harness/accessibility.ts'
import { businesses } from '../harness/accounts.ts'
import { Registration } from '../harness/registration.ts'
import { collect } from '../harness/requests.ts'
import { qrIdOf } from '../harness/shop.ts'
import { expect, test } from '../harness/test.ts'

const submit = { name: 'Registrarme y generar QR' }

// Spec: routes-13, portal-1, portal-3, validation-8
test('the page of the fixed business registers a customer and shows the QR', async ({ page, shop }) => {
  const sent = collect(page, 'POST', /\/public\/customers\/register$/)
  await page.goto('/app/public/qr')
  await expect(page).toHaveURL('/app/qr')
  const form = new Registration(page)
  await expect(page.getByText('demobarberia')).toBeVisible()
  await expect(page.getByRole('button', submit)).toBeDisabled()
  await expectAccessible(page)
  const phone = shop.newPhone()
  await form.fillIn('Saturnino Gil', phone)
  await page.getByRole('button', submit).click()
  const qr = page.getByRole('img', { name: 'Código QR personal' })
  await expect(qr).toHaveAttribute('width', '196')
  await expect(page.getByText('Saturnino Gil').first()).toBeVisible()
  await expect(page.getByText('Aún no hay visitas registradas.')).toBeVisible()
  expect(sent.map((request) => request.postDataJSON())).toEqual([
    {
      businessId: businesses.demo,
      name: 'Saturnino Gil',
      phone: `+34${phone.replaceAll(' ', '')}`,
      whatsappOptIn: true,
      emailOptIn: true,
      smsOptIn: false,
      acceptedPrivacy: true,
    },
  ])
  await expectAccessible(page)
  await page.goto('/qr')
  await page.getByRole('button', { name: 'Ya tengo QR (abrir con mi cid)' }).click()
  await expect(qr).toBeVisible()
})

// Spec: routes-13, portal-2, portal-7, portal-8, states-27, calls-7, calls-8, errors-7
test('an existing QR opens by its id, can be saved, unsubscribes its customer and leads to the points', async ({
  page,
  shop,
}) => {
  const ana = await shop.newCustomer({ name: 'Ana Secreta', visits: 1 })
  await page.goto(`/public/qr?cid=${qrIdOf(ana)}`)
  await expect(page.getByRole('region', { name: 'Visitas' }).getByRole('listitem')).toHaveText(/hoy/)
  await expect(page.getByText('Ana Secreta').first()).toBeVisible()
  await expect(page.getByText(/^34•+\d\d$/)).toBeVisible()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Descargar PNG' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`qr-${qrIdOf(ana).slice(0, 8)}.png`)
  await page.route('**/unsubscribe', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Solicitar baja' }).click()
  await expect(page.getByRole('alert')).toContainText('No se pudo solicitar la baja.')
  await page.getByRole('button', { name: 'Solicitar baja' }).click()
  await expect(page.getByText('Tu solicitud de baja ha sido recibida. Gracias.')).toBeVisible()
  await page.getByRole('link', { name: 'Ver mis puntos' }).click()
  await expect(page).toHaveURL(`/portal?bid=${businesses.demo}&next=%2Fportal%2Fpoints`)
  await expect(page.getByLabel('Tu fecha de nacimiento')).toBeVisible()
})
