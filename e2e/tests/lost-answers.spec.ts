import { Counter, codeOf } from '../harness/counter.ts'
import { Registration } from '../harness/registration.ts'
import { collect, loseAnswers } from '../harness/requests.ts'
import { expect, test } from '../harness/test.ts'

const visitCall = /\/customers\/[^/]+\/visits$/
const redeemCall = /\/redeem$/
const registerCall = /\/public\/customers\/register$/

test('a visit whose answer is lost is sent again by itself, and counts once', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer()
  const sent = collect(page, 'POST', visitCall)
  await loseAnswers(page, visitCall, 1)
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.read(codeOf(customer.id))
  await expect(counter.panel).toContainText('✅ Visita registrada')
  await expect(counter.card).toHaveAccessibleName('1 de 10 visitas')
  const keys = sent.map((request) => request.headers()['idempotency-key'])
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(await shop.visitsOf(customer.id)).toBe(1)
})

test('a visit that stays without an answer is retried by hand, and counts once', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer()
  const waiting = await shop.newCustomer({ name: 'Benito Lara' })
  await loseAnswers(page, visitCall, 3)
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.read(codeOf(customer.id))
  await counter.read(codeOf(waiting.id))
  await expect(counter.panel).toContainText('❌ No se pudo registrar la visita.')
  await expect(counter.panel).toContainText('Hay otro cliente en espera.')

  await counter.button('Reintentar').click()
  await expect(counter.panel.getByRole('heading', { name: 'Benito Lara' })).toBeVisible()
  await expect(counter.button(customer.name), 'the last ones at the counter').toBeVisible()
  expect(await shop.visitsOf(customer.id)).toBe(1)
  expect(await shop.visitsOf(waiting.id)).toBe(1)
})

test('a redemption whose answer is lost is asked for again, and counts once', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newcomer()
  const sent = collect(page, 'POST', redeemCall)
  await loseAnswers(page, redeemCall, 1)
  await signIn(page, 'barber')
  const counter = new Counter(page)
  await page.goto(`/staff/checkin?cid=${customer.id}`)
  await counter.owed('Descuento de bienvenida').getByRole('button', { name: 'Canjear' }).click()
  await expect(counter.panel).toContainText('✅ Canjeado')
  await expect(counter.owed('Descuento de bienvenida')).toBeHidden()
  expect(sent).toHaveLength(2)
  expect(await shop.owedTo(customer.id)).toEqual([])
})

test('a registration whose answer is lost still leads to the QR', async ({ page, shop }) => {
  const phone = shop.newPhone()
  await loseAnswers(page, registerCall, 1)
  const form = await new Registration(page).open()
  await form.fillIn('Remedios Tapia', phone)
  await form.create.click()
  await expect(page.getByRole('alert')).toContainText('No se pudo completar el registro.')

  await page.reload()
  await form.create.click()
  await expect(form.done).toBeVisible()
  await expect(form.qrOf('Remedios Tapia')).toBeVisible()
  expect(await shop.search(phone.replaceAll(' ', ''))).toHaveLength(1)
})
