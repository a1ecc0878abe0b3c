import { CustomerRecord } from '../harness/customers.ts'
import { tabTo } from '../harness/keyboard.ts'
import { collect, type Forced, force, loseAnswers } from '../harness/requests.ts'
import { button, expectSaid, storedSession, toast } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

const addVisit = (record: CustomerRecord) => button(record.card, 'Añadir visita')

test('a visit by mistake is taken back from its toast @sizes', async ({ page, shop, signIn }) => {
  const { id } = await shop.newCustomer()
  await signIn(page, 'barber')
  const record = await new CustomerRecord(page, id).open()
  await expect(record.head).toContainText('Aún no ha venido')
  await expect(record.stamps).toHaveAccessibleName('0 de 10 visitas')
  await addVisit(record).click()
  await button(page, 'Deshacer').click() // first of all: it can be pressed for ten seconds only
  await expectSaid(page, '✅ Visita registrada.')
  await expectSaid(page, 'deshecha. La tarjeta está como antes.')
  await expect(record.stamps).toHaveAccessibleName('0 de 10 visitas')
  await expect(record.history).toContainText('Aún no hay visitas')
  expect(await shop.visitsOf(id)).toBe(0)

  await addVisit(record).click()
  await expect(record.stamps, 'it was none: there may be one today').toHaveAccessibleName('1 de 10 visitas')
  await expect(record.head).toContainText('Última visita: hoy')
  await expect(record.history).toContainText('Mostrando 1 de 1')
})

test('a visit that can no longer be taken back stays, and the toast says why', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer()
  await signIn(page, 'barber')
  const record = await new CustomerRecord(page, id).open()
  await force(page, 'POST', /\/visits\/[^/]+\/undo$/, {
    status: 409,
    body: { code: 'UNDO_TOO_LATE', message: 'Ya no se puede deshacer.' },
  })
  await addVisit(record).click()
  await button(page, 'Deshacer').click()
  await expectSaid(page, 'Ya no se puede deshacer.')
  await expect(record.stamps).toHaveAccessibleName('1 de 10 visitas')
  expect(await shop.visitsOf(id)).toBe(1)
})

for (const { tag, before, kind, headline, words, stamps } of [
  {
    tag: 'BONO_TARJETA',
    before: 4,
    kind: 'HALF',
    headline: '50 %',
    words: 'Tiene un 50 % de descuento.',
    stamps: '5 de 10 visitas',
  },
  {
    tag: 'BONO_VIP_A',
    before: 3,
    kind: 'FREE',
    headline: 'GRATIS',
    words: 'Tiene un servicio gratis.',
    stamps: '4 de 4 visitas',
  },
] as const) {
  test(`the visit that earns ${headline} is celebrated, and the reward redeemed once`, async ({
    page,
    shop,
    signIn,
  }) => {
    const { id } = await shop.newCustomer({ tag, visits: before })
    await signIn(page, 'admin')
    const record = await new CustomerRecord(page, id).open()
    await expect(record.stamps).toHaveAccessibleName(new RegExp(`^${before} de `))
    await expect(record.card).not.toContainText('Recompensa pendiente')
    await record.authorise()
    await expectSaid(page, '✅ Visita adicional registrada.')
    await expect(record.card).toContainText(`¡Recompensa conseguida! ${words}`)
    await expect(record.card).toContainText('Recompensa pendiente')
    await expect(record.stamps).toHaveAccessibleName(stamps)
    await expect(record.card.getByText('Tarjeta completa')).toHaveCount(kind === 'FREE' ? 1 : 0)

    await button(record.owed(headline), 'Canjear').click()
    await expectSaid(page, '✅ Canjeado:')
    await expect(record.owed(headline)).toBeHidden()
    await expect(record.card).not.toContainText('Recompensa pendiente')
    expect((await shop.owedTo(id)).map((reward) => reward.kind)).not.toContain(kind)
  })
}

test('a reward that is not redeemed says why', async ({ page, shop, signIn }) => {
  const { id } = await shop.newCustomer({ visits: 5 })
  const [reward] = await shop.owedTo(id)
  const call = `/customers/${id}/rewards/${reward?.id}/redeem`
  await signIn(page, 'barber')
  const record = await new CustomerRecord(page, id).open()
  const redeem = button(record.owed('50 %'), 'Canjear')
  const failure = record.card.getByRole('status').filter({ hasText: 'No se pudo canjear la recompensa.' })
  for (const [answer, words] of [
    [{ status: 409, body: { code: 'WELCOME_NOT_COMBINABLE', message: 'No se combina.' } }, 'No se combina.'],
    [{ status: 422, body: { code: 'VALIDATION' } }, 'Error desconocido'],
    [null, 'No hay conexión con el servidor.'],
  ] as const) {
    await force(page, 'POST', call, answer)
    await redeem.click()
    await expect(failure).toContainText(words)
  }
  await page.unrouteAll()
  await record.open() // or what the last failure has read again may come after the redemption elsewhere
  await expect(redeem).toBeEnabled()
  await shop.redeem(id, reward?.id ?? '')
  await redeem.click()
  await expect(failure).toContainText('Esta recompensa ya no está pendiente')
  await expect(redeem, 'the card is read again').toHaveCount(0)
})

test('a second visit of the day: a signed-in OWNER allows it in a modal', async ({ page, shop, signIn }) => {
  const { id, name } = await shop.newCustomer()
  await signIn(page, 'owner')
  const record = await new CustomerRecord(page, id).open()
  await expect(record.stamps).toHaveAccessibleName('0 de 10 visitas')
  await shop.stamp(id) // at another counter: this screen does not know
  await addVisit(record).click()
  await expect(record.dialog.getByRole('heading')).toHaveText('Segunda visita en el día')
  await expect(record.dialog).toContainText(`Ya se registró una visita de ${name} hoy.`)
  await expect(record.dialog).toContainText('Podrá registrarse mañana a partir de las 00:00.')

  await force(page, 'POST', `/customers/${id}/visits`, { status: 422, body: { code: 'VALIDATION' } })
  await button(record.dialog, 'Autorizar y registrar').click()
  await expect(record.dialog.getByRole('alert')).toContainText('No se pudo autorizar.')
  await page.unrouteAll()
  await button(record.dialog, 'Autorizar y registrar').click()
  await expectSaid(page, '✅ Visita registrada con autorización del OWNER.')
  await expect(record.dialog).toBeHidden()
  await expect(record.stamps).toHaveAccessibleName('2 de 10 visitas')
  await expect(record.history).toContainText('Autorizada por Manuel Ortega')
})

test('a second visit of the day: others are told who may allow it', async ({ page, shop, signIn }) => {
  for (const role of ['barber', 'admin'] as const) {
    const { id } = await shop.newCustomer()
    await signIn(page, role)
    const record = await new CustomerRecord(page, id).open()
    await expect(record.stamps).toHaveAccessibleName('0 de 10 visitas')
    await shop.stamp(id) // at another counter: this screen does not know
    await addVisit(record).click()
    await expect(record.dialog).toContainText('necesita la autorización del OWNER')
    await expect(button(record.dialog, 'Autorizar y registrar')).toHaveCount(0)
    await button(record.dialog, 'Entendido').click()
    await expect(record.dialog).toBeHidden()
    const further = button(record.card, 'Registrar visita adicional')
    await expect(further).toHaveCount(role === 'admin' ? 1 : 0)
    await expect(addVisit(record)).toHaveCount(0)
    expect(await shop.visitsOf(id)).toBe(1)
  }
})

test('a visit that another counter registered meanwhile is known by 409 or by the words', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer()
  const said = 'Solo ADMIN, OWNER o SUPERADMIN pueden registrar una visita adicional.'
  await signIn(page, 'barber')
  const record = new CustomerRecord(page, id)
  for (const answer of [
    { status: 409 },
    { status: 400, body: { message: 'Ya se registró una visita hoy para este cliente' } },
  ]) {
    await force(page, 'POST', `/customers/${id}/visits`, answer)
    await record.open()
    await addVisit(record).click()
    await expect(record.dialog).toContainText('Segunda visita en el día')
    await button(record.dialog, 'Entendido').click()
    await expect(record.card.getByRole('status')).toContainText('Ya se registró una visita hoy')
    await expect(record.card.getByRole('status')).toContainText(said)
    await expect(record.card.getByRole('alert')).toHaveCount(0)
  }
})

const refusals: [string, Forced | null, string][] = [
  ['no words', { status: 422, body: { code: 'VALIDATION' } }, 'Error desconocido'],
  [
    'with a hint',
    { status: 404, body: { code: 'CUSTOMER_NOT_FOUND', message: 'No está.', hint: 'Recarga.' } },
    'No está. Recarga.',
  ],
]

test('a visit that is not registered says why, and counts once when its answer was lost', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer()
  await signIn(page, 'barber')
  const record = await new CustomerRecord(page, id).open()
  for (const [reason, answer, words] of refusals) {
    await force(page, 'POST', `/customers/${id}/visits`, answer)
    await addVisit(record).click()
    await expect(record.card.getByRole('alert'), reason).toContainText('No se pudo registrar la visita.')
    await expect(record.card.getByRole('alert')).toContainText(words)
  }
  await page.unrouteAll()
  await loseAnswers(page, /\/customers\/[^/]+\/visits$/, 1)
  const sent = collect(page, 'POST', /\/visits$/)
  await addVisit(record).click()
  await expect(record.stamps, 'by itself').toHaveAccessibleName('1 de 10 visitas')
  expect(sent).toHaveLength(2)
  expect(await shop.visitsOf(id)).toBe(1)
})

test('a session that the server ends while a visit is registered leads to the sign-in', async ({
  page,
  shop,
  signIn,
}) => {
  for (const status of [401, 403]) {
    const { id } = await shop.newCustomer()
    await signIn(page, 'barber')
    await force(page, 'POST', `/customers/${id}/visits`, { status })
    await addVisit(await new CustomerRecord(page, id).open()).click()
    await expect(page).toHaveURL('/login')
    await expect.poll(() => storedSession(page)).toBeNull()
    await page.unrouteAll()
    await signIn(page, 'barber')
    await page.goto('/app/customers/list')
    await expect.poll(() => shop.visitsOf(id), 'what waited is not lost').toBe(1)
  }
})

test('with the keyboard alone a visit is registered, allowed, taken back and a reward redeemed', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer()
  await signIn(page, 'owner')
  const record = await new CustomerRecord(page, id).open()
  await expect(record.stamps).toHaveAccessibleName('0 de 10 visitas')
  await shop.stamp(id, 4) // at another counter: this screen does not know
  await tabTo(page, addVisit(record))
  await page.keyboard.press('Enter')
  await expect(record.dialog).toBeVisible()
  await expect(button(record.dialog, 'Autorizar y registrar')).toBeEnabled()
  await tabTo(page, button(record.dialog, 'Autorizar y registrar'))
  await page.keyboard.press('Enter')
  await expect(record.stamps).toHaveAccessibleName('5 de 10 visitas')
  await expect(record.dialog).toBeHidden()
  const further = button(record.card, 'Registrar visita adicional')
  await expect(further, 'the button that was pressed').toBeFocused()
  await expect(further).toBeEnabled()
  await page.keyboard.press('Space')
  await expect(record.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(record.dialog).toBeHidden()
  await expect(further).toBeFocused()

  await expect(button(record.owed('50 %'), 'Canjear')).toBeEnabled()
  await tabTo(page, button(record.owed('50 %'), 'Canjear'))
  await page.keyboard.press('Enter')
  await expect(record.owed('50 %')).toBeHidden()
  await tabTo(page, further, 'Shift+Tab')
  await page.keyboard.press('Enter')
  const sure = button(record.dialog, 'Sí, registrarla')
  await expect(sure).toBeEnabled()
  await tabTo(page, sure)
  await page.keyboard.press('Enter')
  await expect(record.stamps).toHaveAccessibleName('6 de 10 visitas')
  await page.keyboard.press('Alt+T')
  await tabTo(page, button(toast(page, 'Visita adicional registrada.'), 'Deshacer'))
  await page.keyboard.press('Enter')
  await expect(record.stamps).toHaveAccessibleName('5 de 10 visitas')
})
