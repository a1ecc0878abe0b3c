import type { Locator, Page } from '@playwright/test'
import { expectNoHorizontalOverflow } from '../harness/accessibility.ts'
import { stopUndoPeriod } from '../harness/clock.ts'
import { Counter, codeOf } from '../harness/counter.ts'
import { CustomerRecord } from '../harness/customers.ts'
import { Registration } from '../harness/registration.ts'
import { collect, delayRequests, dropResponses, withholdResponse } from '../harness/requests.ts'
import { button, expectAnnounced } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const topOf = async (part: Locator) => (await part.boundingBox())?.y ?? 0

const bottomOf = async (part: Locator) => (await topOf(part)) + ((await part.boundingBox())?.height ?? 0)

async function openCorrection(page: Page, customerId: string) {
  const { dialog } = await new CustomerRecord(page, customerId).open()
  await button(page, 'Corregir sellos').click()
  await dialog.getByLabel('Motivo').selectOption({ index: 1 })
  return { dialog, button: button(dialog, 'Corregir los sellos') }
}

const visitCall = /\/customers\/[^/]+\/visits$/
const redeemCall = /\/redeem(\?|$)/
const registerCall = /\/public\/customers\/register$/

test('a visit with a lost response is sent again automatically and counts once', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer()
  const sent = collect(page, 'POST', visitCall)
  await dropResponses(page, visitCall, 1)
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

test('a visit without a response is stored, blocks no other customer, and counts once', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer()
  const waiting = await shop.newCustomer({ name: 'Benito Lara' })
  const releaseRequests = await delayRequests(page, visitCall)
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.read(codeOf(customer.id))
  await expect(counter.panel).toContainText('⚠️ Guardada en este dispositivo')
  await counter.read(codeOf(waiting.id))
  await expect(counter.outbox).toContainText('2 visitas sin enviar')

  releaseRequests()
  await expect(counter.outbox).toBeEmpty()
  await expect(counter.panel.getByRole('heading', { name: 'Benito Lara' })).toBeVisible()
  await expect(counter.button(customer.name), 'the counter lists its last customers').toBeVisible()
  expect(await shop.visitsOf(customer.id)).toBe(1)
  expect(await shop.visitsOf(waiting.id)).toBe(1)
})

// Spec: checkin-18
test('a refused visit stays until the staff settle it', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer({ name: 'Benito Lara' })
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.read(codeOf('a'.repeat(26)))
  await expect(counter.panel).toContainText('⚠️ No se encontró el cliente.')
  await counter.read(codeOf(customer.id))
  await expect(counter.panel.getByRole('heading', { name: 'Benito Lara' })).toBeVisible()
  await page.reload()
  await expect(counter.outbox).toContainText('No se registró 1 visita.')
  await counter.outbox.getByRole('button', { name: 'Ver' }).click()
  const tray = page.getByRole('dialog', { name: 'Visitas de este dispositivo' })
  await expect(tray).toContainText('No se encontró el cliente.')
  await tray.getByRole('button', { name: /^Quitar de la lista/ }).click()
  await expect(tray).toContainText('No queda ninguna visita sin enviar.')
  await tray.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(counter.outbox).toBeEmpty()
})

// Spec: checkin-23
test('one of two equal rewards is redeemed, and the redemption can be undone', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ visits: 20 })
  const owed = async () => (await shop.owedTo(customer.id)).filter(({ kind }) => kind === 'FREE').length
  expect(await owed()).toBe(2)
  await signIn(page, 'barber')
  const counter = new Counter(page)
  await page.goto(`/staff/checkin?cid=${customer.id}`)
  const sent = collect(page, 'POST', redeemCall)
  await counter.owed('GRATIS').getByRole('button', { name: 'Canjear' }).click()
  await counter.button('Deshacer el canje: servicio gratis').click()
  await expect(counter.panel).toContainText('Canje anulado: servicio gratis')
  expect(sent).toHaveLength(1)
  expect(await owed()).toBe(2)
})

// Spec: checkin-18
test('an authorized visit with its response lost in a reload continues and counts once', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer({ visits: 1 })
  await signIn(page, 'admin')
  const counter = await new Counter(page).open()
  await counter.read(codeOf(customer.id))
  await expect(counter.button('Autorizar otra visita')).toBeVisible()
  const isDone = await withholdResponse(page, visitCall)
  await counter.authorize()
  await isDone()
  page.on('dialog', (question) => question.accept()) // the browser asks before it leaves waiting visits
  const sentAgain = page.waitForResponse((answer) => visitCall.test(new URL(answer.url()).pathname))
  await page.reload()
  await sentAgain
  await expect(counter.outbox).toBeEmpty()
  expect(await shop.visitsOf(customer.id)).toBe(2)
  await page.reload()
  await expect(counter.panel, 'no visit is left unsent').toContainText('Listo para el siguiente')
})

// Spec: checkin-18
test('a visit that was unsent when the session ended is registered after the sign-in', async ({
  page,
  shop,
  signIn,
}) => {
  const customer = await shop.newCustomer()
  const behind = await shop.newCustomer({ name: 'Benito Lara' })
  const barber = await shop.newBarber()
  const session = await shop.signIn(barber.email, barber.password)
  await signIn(page, session)
  const counter = await new Counter(page).open()
  const releaseRequests = await delayRequests(page, visitCall)
  await counter.read(codeOf(customer.id))
  await counter.read(codeOf(behind.id))
  await shop.changePassword(session, barber.password, 'Otra-Navaja-2026')
  releaseRequests()
  await expect(page).toHaveURL('/login')

  await page.getByLabel('Correo electrónico').fill(barber.email)
  await page.getByLabel('Contraseña', { exact: true }).fill('Otra-Navaja-2026')
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect.poll(() => shop.visitsOf(behind.id)).toBe(1)
  expect(await shop.visitsOf(customer.id)).toBe(1)
  await expect(counter.outbox).toBeEmpty()
})

// Spec: checkin-14
test('a visit is undone at the counter even with a lost response', async ({ page, shop, signIn }) => {
  const first = await shop.newCustomer({ name: 'Maximiliano Fernández-Villaverde de la Encina y del Río' })
  const second = await shop.newCustomer({ name: 'Benito Lara' })
  const customer = await shop.newCustomer()
  await stopUndoPeriod(page)
  await signIn(page, 'barber')
  const counter = await new Counter(page).open()
  await counter.read(codeOf(first.id))
  await counter.read(codeOf(second.id))
  await expect(counter.panel.getByRole('heading', { name: second.name })).toBeVisible()
  await expect(counter.button(`Deshacer la visita de ${first.name}`)).toBeVisible()
  await expectNoHorizontalOverflow(page)

  await dropResponses(page, /\/undo$/, 1)
  await counter.read(codeOf(customer.id))
  await counter.button(`Deshacer la visita de ${customer.name}`).click() // at once: the button disappears after ten seconds
  await expect(page.getByText(`Visita de ${customer.name} deshecha.`)).toBeVisible()
  await expect(counter.card).toHaveAccessibleName('0 de 10 visitas')
  expect(await shop.visitsOf(customer.id)).toBe(0)
  await counter.button('Añadir visita').click()
  await expect(counter.card, 'another visit today is possible').toHaveAccessibleName('1 de 10 visitas')
})

test('a merge and its undo succeed although the first response of each is lost', async ({
  page,
  shop,
  signIn,
}) => {
  const mark = shop.newWord()
  const kept = await shop.newCustomer({ name: `Olvido ${mark}`, visits: 1 })
  const merged = await shop.newCustomer({ name: `Olvi ${mark}`, visits: 1 })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, kept.id).open('repetidas')
  await dropResponses(page, /\/merge$/, 1)
  await button(record.merging, 'Unir con otra ficha').click()
  await record.dialog.getByLabel('Busca la otra ficha').fill(mark)
  await record.dialog.getByRole('button', { name: merged.name }).click()
  await button(record.dialog, 'Unir las dos fichas').click()
  await expectAnnounced(page, `La ficha de ${merged.name} ya es parte de la de ${kept.name}.`)
  await expect(record.stamps).toHaveAccessibleName('2 de 10 visitas')

  await dropResponses(page, /\/undo$/, 1)
  await button(record.merging, `Deshacer la unión con ${merged.name}`).click()
  await button(record.dialog, 'Separar las fichas').click()
  await expectAnnounced(page, `La ficha de ${merged.name} vuelve a estar en la lista.`)
  expect(await shop.visitsOf(kept.id)).toBe(1)
  expect(await shop.visitsOf(merged.id)).toBe(1)
})

test('a phone shows the whole notice of a correction without a response', async ({ page, shop, signIn }) => {
  const customer = await shop.newCustomer({ name: 'Bartolomé Cifuentes de la Encina', visits: 2 })
  await page.setViewportSize({ width: 360, height: 640 })
  await dropResponses(page, /\/corrections$/, 2)
  await signIn(page, 'owner')
  const { dialog, button: press } = await openCorrection(page, customer.id)
  await press.click()
  const end = dialog.getByText(/no se hará dos veces\.$/)
  await expect(end).toBeVisible()
  await expect.poll(async () => (await bottomOf(end)) < (await topOf(press)), 'above the button').toBe(true)
  await press.dblclick()
  await expect(dialog).toBeHidden()
  await expect(new CustomerRecord(page, customer.id).stamps).toHaveAccessibleName('3 de 10 visitas')
})

test('a redemption with a lost response is retried and counts once', async ({ page, shop, signIn }) => {
  const customer = await shop.newcomer()
  const sent = collect(page, 'POST', redeemCall)
  await dropResponses(page, redeemCall, 1)
  await signIn(page, 'barber')
  const counter = new Counter(page)
  await page.goto(`/staff/checkin?cid=${customer.id}`)
  await counter.owed('Descuento de bienvenida').getByRole('button', { name: 'Canjear' }).click()
  await expect(counter.panel).toContainText('✅ Canjeado')
  await expect(counter.owed('Descuento de bienvenida')).toBeHidden()
  expect(sent).toHaveLength(2)
  expect(await shop.owedTo(customer.id)).toEqual([])
})

test('a registration with a lost response still shows the QR', async ({ page, shop }) => {
  const phone = shop.newPhone()
  await dropResponses(page, registerCall, 1)
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
