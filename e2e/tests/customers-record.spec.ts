import { CustomerRecord, countPrints, NewCustomer } from '../harness/customers.ts'
import { tabTo } from '../harness/keyboard.ts'
import { collect, type Forced, force, withhold } from '../harness/requests.ts'
import { button, expectSaid, fact } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

test('the data are changed: a new phone keeps the code and the history @sizes', async ({
  page,
  shop,
  signIn,
}) => {
  const { id, name, phone } = await shop.newCustomer({ email: 'nuria@ejemplo.test', visits: 1 })
  const newPhone = shop.newPhone()
  const national = newPhone.slice(-12).trim()
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, id).open()
  await expect(fact(record.data, 'Correo')).toHaveText('nuria@ejemplo.test')
  const greet = record.acts.getByRole('link', { name: 'Saludar por WhatsApp' })
  await expect(greet).toHaveAttribute(
    'href',
    new RegExp(`wa\\.me/34${phone.replaceAll(' ', '').slice(-9)}\\?`),
  )

  const form = await record.change()
  await expect(form.prefix).toHaveValue('+34')
  await expect(form.phone).toHaveValue(phone.replaceAll(' ', '').slice(-9))
  await form.phone.fill(national)
  await expect(form.phone).toHaveAccessibleDescription(`Se guardará +34${national.replaceAll(' ', '')}`)
  await form.email.fill('')
  await form.birthday.fill('3-5-1990')
  await form.notes.fill('Sin navaja.')
  const sent = collect(page, 'PATCH', /\/customers\//)
  await form.save.click()
  await expectSaid(page, '✅ Guardado.')
  expect(sent[0]?.postDataJSON()).toMatchObject({ email: null, birthday: '1990-05-03', notes: 'Sin navaja.' })
  await expect(fact(record.data, 'Teléfono')).toHaveText(`+34 ${national}`)
  await expect(fact(record.data, 'Correo')).toHaveText('—')
  await expect(fact(record.data, 'Cumpleaños')).toHaveText('3 de mayo de 1990')
  await expect(record.qr.getByRole('img', { name })).toHaveAttribute('src', new RegExp(`/${id}/qr\\.png$`))
  await expect(record.history).toContainText('Mostrando 1 de 1')
  expect((await shop.search(national.replaceAll(' ', ''))).map((customer) => customer.id)).toEqual([id])

  await record.change()
  await form.phone.fill('')
  await expect(form.phone).toHaveAccessibleDescription('Se guardará sin teléfono')
  await form.save.click()
  await expect(fact(record.data, 'Teléfono')).toHaveText('—')
  await expect(greet).toHaveCount(0)
})

test('a bonus is switched off and on: a type is needed while it is active, and the last one offered', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer({ tag: 'BONO_VIP_A', visits: 1 })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, id).open()
  await expect(record.stamps).toHaveAccessibleName('1 de 4 visitas')
  await expect(fact(record.data, 'Bono')).toContainText('Bono activo')
  const form = await record.change()
  await form.tag.selectOption('')
  await form.save.click()
  await expect(form.tag).toHaveAccessibleDescription('Selecciona un tipo de bono antes de guardar.')
  await form.tag.selectOption('BONO_VIP_A')
  await form.bonus.uncheck()
  await expect(form.tag).toBeDisabled()
  await form.save.click()
  await expect(fact(record.data, 'Bono')).toContainText('Bono inactivo')
  await expect(record.stamps).toHaveAccessibleName('1 de 10 visitas')

  await record.change()
  await expect(form.tag).toBeDisabled()
  await form.bonus.check()
  await expect(form.bonus).toHaveAccessibleDescription(/^Bono activo/)
  await expect(form.tag).toHaveValue('BONO_VIP_A')
  await form.save.click()
  await expect(fact(record.data, 'Bono')).toContainText('Bono activo')
  await expect(record.stamps).toHaveAccessibleName('1 de 4 visitas')
})

const notSaved: [string, Forced | null, string][] = [
  ['no words', { status: 422 }, 'Error desconocido'],
  ['too many', { status: 429, body: { message: 'Espera un minuto.' } }, 'Espera un minuto.'],
  ['trouble at the server', { status: 500, body: { message: 'Se cayó.' } }, 'Se cayó.'],
  ['no connection', null, 'No hay conexión con el servidor.'],
]

test('data that are wrong, taken or not saved say why, and what was typed stays', async ({
  page,
  shop,
  signIn,
}) => {
  const other = await shop.newCustomer({ name: `Otilia Pons ${shop.newWord()}` })
  const { id, name } = await shop.newCustomer()
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, id).open()
  const form = await record.change()
  await form.name.fill(' ')
  await form.email.fill('sin-arroba')
  await form.birthday.fill('31/02/1990')
  await form.save.click()
  await expect(form.name).toHaveAccessibleDescription('Escribe el nombre.')
  await expect(form.name).toBeFocused()
  await expect(form.email).toHaveAccessibleDescription('Revisa el correo: falta algo, por ejemplo la @.')
  await expect(form.birthday).toHaveAccessibleDescription(/^El día 31 no existe en febrero de 1990\./)

  await form.name.fill('Nuria Nueva')
  await form.email.fill('')
  await form.birthday.fill('')
  await form.phone.fill(other.phone)
  await expect(
    form.form.getByRole('status').filter({ hasText: `Ya hay un cliente con este teléfono: ${other.name}.` }),
  ).toBeVisible()
  await form.save.click()
  await expect(form.form.getByRole('alert')).toContainText('No se pudo actualizar.')
  for (const [reason, answer, words] of notSaved) {
    await force(page, 'PATCH', `/customers/${id}`, answer)
    await form.save.click()
    await expect(form.form.getByRole('alert'), reason).toContainText(words)
  }
  await expect(form.name).toHaveValue('Nuria Nueva')
  await button(form.form, 'Cancelar').click()
  await expect(fact(record.data, 'Nombre')).toHaveText(name)

  await record.change()
  await form.name.fill(other.name)
  await form.form.getByRole('link', { name: `Abrir la ficha de ${other.name}` }).click()
  await button(record.dialog, 'Salir sin guardar').click()
  await expect(record.head).toContainText(other.name)
})

const made = (id: string, day: string, time = '10:30') => ({
  id,
  visitedAt: `${day}T${time}:00Z`,
  localDay: day,
  notes: `Corte ${id}`,
  registeredBy: 'Iván Castaño',
  authorizedBy: null,
})

/** Twenty visits, the oldest first as no server of ours sends them: one in July, nineteen in June. */
const twenty = [
  made('v0', '2026-07-01'),
  ...Array.from({ length: 19 }, (_, day) =>
    made(`v${day + 1}`, `2026-06-${String(day + 1).padStart(2, '0')}`),
  ),
]

test('the history: newest first, fifteen at most, of all months or of one, from any of the three calls', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer()
  const calls = [`/customers/${id}/visits`, `/app/customers/${id}/visits`, '/visits']
  await signIn(page, 'barber')
  const record = new CustomerRecord(page, id)
  for (const offered of calls) {
    await page.unrouteAll()
    await withhold(
      page,
      calls.map((path) => ['GET', path]),
    )
    await force(page, 'GET', offered, { body: offered === '/visits' ? { rows: twenty } : twenty })
    await record.open()
    await expect(record.history.getByRole('status'), offered).toHaveText('Mostrando 15 de 20')
  }
  await expect(record.visits).toHaveCount(15)
  await expect(record.visits.first()).toContainText(/mié, 1 jul 2026.*12:30.*Corte v0/)
  await expect(record.visits.last()).toContainText('Corte v6')
  await expect(record.month.getByRole('option')).toHaveText(['Todos', 'julio de 2026', 'junio de 2026'])
  await record.month.selectOption('julio de 2026')
  await expect(record.history.getByRole('status')).toHaveText('Mostrando 1 de 1')
  await record.month.selectOption('junio de 2026')
  await expect(record.history.getByRole('status')).toHaveText('Mostrando 15 de 19')
  await expect(record.removals(), 'not for a barber').toHaveCount(0)
})

test('a visit is deleted after a question, and what earned nothing any more is taken back', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer({ visits: 5 })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, id).open()
  await expect(record.owed('50 %')).toBeVisible()
  await record.removals().first().click()
  await expect(record.dialog.getByRole('heading')).toHaveText('¿Eliminar esta visita?')
  const confirm = button(record.dialog, 'Eliminar la visita')
  for (const [answer, words] of [
    [{ status: 409 }, 'Error desconocido'],
    [{ status: 404, body: { code: 'VISIT_NOT_FOUND', message: 'Ya no está.' } }, 'Ya no está.'],
    [null, 'No hay conexión con el servidor.'],
  ] as const) {
    await force(page, 'DELETE', /\/visits\/[^/]+$/, answer)
    await confirm.click()
    await expect(record.dialog.getByRole('alert')).toContainText('No se pudo eliminar la visita.')
    await expect(record.dialog.getByRole('alert')).toContainText(words)
  }
  await page.unrouteAll()
  await confirm.click()
  await expectSaid(page, 'Visita eliminada.')
  await expect(record.history).toContainText('Mostrando 4 de 4')
  await expect(record.stamps).toHaveAccessibleName('4 de 10 visitas')
  await expect(record.owed('50 %')).toHaveCount(0)
  expect(await shop.visitsOf(id)).toBe(4)
})

test('a customer is deleted after a question that names her, and is in no list any more', async ({
  page,
  shop,
  signIn,
}) => {
  const name = `Eulalia Roca ${shop.newWord()}`
  const { id } = await shop.newCustomer({ name })
  await signIn(page, 'owner')
  const record = await new CustomerRecord(page, id).open()
  await button(record.acts, 'Eliminar').click()
  await expect(record.dialog.getByRole('heading')).toHaveText(`¿Eliminar a ${name}?`)
  const confirm = button(record.dialog, `Eliminar a ${name}`)
  for (const [answer, words] of [
    [{ status: 422 }, 'Error desconocido'],
    [{ status: 409, body: { message: 'Tiene una familia.' } }, 'Tiene una familia.'],
    [null, 'No hay conexión con el servidor.'],
  ] as const) {
    await force(page, 'DELETE', `/customers/${id}`, answer)
    await confirm.click()
    await expect(record.dialog.getByRole('alert')).toContainText('No se pudo eliminar el cliente.')
    await expect(record.dialog.getByRole('alert')).toContainText(words)
  }
  await page.unrouteAll()
  await confirm.click()
  await expect(page).toHaveURL('/app/customers/list')
  await expectSaid(page, `${name} ya no está en la lista.`)
  expect(await shop.search(name)).toEqual([])
  await page.goto(`/app/customers/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No se encontró el cliente.')
})

test('the code is opened, kept, printed and closed by going back; a barber may not open it', async ({
  page,
  shop,
  signIn,
}) => {
  const { id, name } = await shop.newCustomer()
  await signIn(page, 'admin')
  await new NewCustomer(page).open()
  const record = await new CustomerRecord(page, id).open()
  await expect(record.qr.getByRole('img', { name: `Código QR de ${name}` })).toHaveJSProperty('width', 192)
  const open = record.qr.getByRole('link', { name: 'Abrir PNG' })
  await expect(open).toHaveAttribute('target', '_blank')
  const picture = await page.request.get((await open.getAttribute('href')) ?? '')
  expect(picture.headers()['content-type']).toBe('image/png')
  const kept = page.waitForEvent('download')
  await record.qr.getByRole('link', { name: 'Descargar' }).click()
  expect((await kept).suggestedFilename()).toBe(`qr-${id.slice(0, 8)}.png`)
  const prints = await countPrints(page)
  await button(record.qr, 'Imprimir').click()
  await expect.poll(prints).toBe(1)
  await expect(page.locator('.print-sheet'), 'nothing is left of it').toHaveCount(0)
  await button(record.qr, 'Cerrar').click()
  await expect(page).toHaveURL('/app/customers/new')

  await signIn(page, 'barber')
  await record.open()
  await expect(record.qr.getByRole('link')).toHaveText(['Descargar'])
  await expect(page.getByText('Los administradores ven los datos completos')).toBeVisible()
  await expect(record.merging).toHaveCount(0)
  await expect(button(record.data, 'Editar')).toHaveCount(0)
  await expect(button(record.acts, 'Eliminar')).toHaveCount(0)
  await record.acts.getByRole('link', { name: 'Abrir en Check-in' }).click()
  await expect(page).toHaveURL(`/staff/checkin?cid=${id}`)
})

test('two records of one person become one, and two again @sizes', async ({ page, shop, signIn }) => {
  const mark = shop.newWord()
  const kept = await shop.newCustomer({ name: `Olvido ${mark}`, visits: 2 })
  const merged = await shop.newCustomer({ name: `Olvi ${mark}`, visits: 3 })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, kept.id).open()
  await button(record.merging, 'Unir con otra ficha').click()
  const search = record.dialog.getByLabel('Busca la otra ficha')
  await search.fill('nadie se llama así')
  await expect(record.dialog).toContainText('Ningún otro cliente coincide.')
  await search.fill(mark)
  await expect(record.dialog.getByRole('listitem')).toHaveCount(1) // not the record itself
  await record.dialog.getByRole('button', { name: merged.name }).click()
  await expect(record.dialog).toContainText(`Pasan 3 visitas de ${merged.name}`)
  await button(record.dialog, 'Unir las dos fichas').click()
  await expectSaid(page, `✅ La ficha de ${merged.name} ya es parte de la de ${kept.name}.`)
  await expect(record.stamps).toHaveAccessibleName('5 de 10 visitas')
  await expect(record.owed('50 %')).toBeVisible()
  const found = await shop.search(`Olvi ${mark}`)
  expect(found.map(({ id }) => id)).toEqual([kept.id]) // whose name has both words

  const undo = button(record.merging, `Deshacer la unión con ${merged.name}`)
  await undo.click()
  await expect(record.dialog.getByRole('heading')).toHaveText(`¿Separar la ficha de ${merged.name}?`)
  await button(record.dialog, 'Separar las fichas').click()
  await expectSaid(page, `La ficha de ${merged.name} vuelve a estar en la lista.`)
  await expect(record.stamps).toHaveAccessibleName('2 de 10 visitas')
  await expect(record.merging).toContainText('Deshecha')
  await expect(undo).toHaveCount(0)
  expect(await shop.visitsOf(merged.id)).toBe(3)
})

test('a merge that does not happen, and one that is not taken back, say why', async ({
  page,
  shop,
  signIn,
}) => {
  const mark = shop.newWord()
  const kept = await shop.newCustomer({ name: `Olvido ${mark}` })
  const merged = await shop.newCustomer({ name: `Olvi ${mark}` })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, kept.id).open()
  await button(record.merging, 'Unir con otra ficha').click()
  const said = record.dialog.getByRole('alert')
  await force(page, 'GET', '/customers', { status: 422 })
  await record.dialog.getByLabel('Busca la otra ficha').fill('olvi')
  await expect(said).toHaveText('No se pudo buscar.')
  await page.unrouteAll()
  await record.dialog.getByLabel('Busca la otra ficha').fill(mark)
  await record.dialog.getByRole('button', { name: merged.name }).click()
  await force(page, 'POST', `/customers/${kept.id}/merge`, { status: 409, body: { message: 'Ya no está.' } })
  await button(record.dialog, 'Unir las dos fichas').click()
  await expect(said).toHaveText('No se pudieron unir las fichas.Ya no está.')
  await page.unrouteAll()
  await button(record.dialog, 'Unir las dos fichas').click()

  await button(record.merging, `Deshacer la unión con ${merged.name}`).click()
  await force(page, 'POST', /\/merges\/[^/]+\/undo$/, { status: 422 })
  await button(record.dialog, 'Separar las fichas').click()
  await expect(said).toContainText('No se pudo deshacer la unión.')
  await button(record.dialog, 'Cancelar').click()
  await expect(record.merging).toContainText('Se puede deshacer hasta el')
})

test('what cannot be loaded says so, and is there at the next try', async ({ page, shop, signIn }) => {
  const { id, name } = await shop.newCustomer({ visits: 1 })
  await signIn(page, 'admin')
  const record = new CustomerRecord(page, id)
  await force(page, 'GET', `/customers/${id}`, { status: 422, body: { message: 'Algo falla.' } })
  await page.goto(`/app/customers/${id}`)
  await expect(page.getByRole('alert')).toHaveText('No se pudo cargar el cliente.Algo falla.')
  await page.unrouteAll()
  await force(page, 'GET', `/customers/${id}/progress`, { status: 422 })
  await withhold(
    page,
    [`/customers/${id}/visits`, `/app/customers/${id}/visits`, '/visits'].map((path) => ['GET', path]),
  )
  await button(page, 'Reintentar').click()
  await expect(record.head).toContainText(name)
  await expect(record.card.getByRole('alert')).toContainText('No se pudo cargar el progreso.')
  await expect(record.history.getByRole('alert')).toContainText('No se pudieron cargar las visitas.')
  await page.unrouteAll()
  await button(record.card, 'Reintentar').click()
  await button(record.history, 'Reintentar').click()
  await expect(record.stamps).toHaveAccessibleName('1 de 10 visitas')
  await expect(record.history).toContainText('Mostrando 1 de 1')

  await page.goto('/app/customers/noexiste00')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No se encontró el cliente.')
})

test('with the keyboard alone data are changed, a visit deleted, records merged and taken apart', async ({
  page,
  shop,
  signIn,
}) => {
  const mark = shop.newWord()
  const { id } = await shop.newCustomer({ name: `Olvido ${mark}`, visits: 2 })
  const merged = await shop.newCustomer({ name: `Olvi ${mark}` })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, id).open()
  const remove = button(record.acts, 'Eliminar')
  await tabTo(page, remove)
  await page.keyboard.press('Enter')
  await expect(record.dialog).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(record.dialog).toBeHidden()
  await expect(remove).toBeFocused()

  await tabTo(page, record.month)
  await page.keyboard.press('ArrowDown')
  await expect(record.month).not.toHaveValue('')
  await tabTo(page, record.removals().first())
  await page.keyboard.press('Space')
  const removal = button(record.dialog, 'Eliminar la visita')
  await tabTo(page, removal)
  await expect(removal).toBeEnabled() // it does nothing for a moment after it has appeared
  await page.keyboard.press('Enter')
  await expect(record.history).toContainText('Mostrando 1 de 1')

  await tabTo(page, button(record.data, 'Editar'))
  await page.keyboard.press('Enter')
  await tabTo(page, record.edit.bonus)
  await page.keyboard.press('Space')
  await expect(record.edit.bonus).not.toBeChecked()
  await tabTo(page, record.edit.notes)
  await page.keyboard.type('Sin navaja.')
  await tabTo(page, record.edit.save)
  await page.keyboard.press('Enter')
  await expect(fact(record.data, 'Notas')).toHaveText('Sin navaja.')
  await expect(button(record.data, 'Editar')).toBeFocused()

  const merge = button(record.merging, 'Unir con otra ficha')
  await tabTo(page, merge)
  await page.keyboard.press('Enter')
  await tabTo(page, record.dialog.getByLabel('Busca la otra ficha'))
  await page.keyboard.type(mark)
  await tabTo(page, record.dialog.getByRole('button', { name: merged.name }))
  await page.keyboard.press('Enter')
  await expect(button(record.dialog, 'Unir las dos fichas')).toBeEnabled()
  await tabTo(page, button(record.dialog, 'Unir las dos fichas'))
  await page.keyboard.press('Enter')
  await expect(record.dialog).toBeHidden()
  await expect(merge).toBeFocused()
  await tabTo(page, button(record.merging, `Deshacer la unión con ${merged.name}`))
  await page.keyboard.press('Enter')
  await tabTo(page, button(record.dialog, 'Separar las fichas'))
  await page.keyboard.press('Enter')
  await expect(record.merging).toContainText('Deshecha')
})
