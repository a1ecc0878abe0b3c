import { CustomerRecord, countPrints, NewCustomer } from '../harness/customers.ts'
import { tabTo } from '../harness/keyboard.ts'
import { collect, mockResponse } from '../harness/requests.ts'
import { button, expectAnnounced, fact } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

// Spec: record-4, record-6, record-7, record-8, validation-19, validation-20, errors-50
test('a changed phone keeps the QR and the history', async ({ page, shop, signIn }) => {
  const { id, name, phone, qrUrl } = await shop.newCustomer({
    email: 'nuria@ejemplo.test',
    visits: 1,
  })
  const newPhone = shop.newPhone()
  const national = newPhone.slice(-12).trim()
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, id).open()
  await expect(fact(record.data, 'Correo')).toHaveText('nuria@ejemplo.test')
  const greet = record.acts.getByRole('link', { name: 'Escribir por WhatsApp' })
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
  await expectAnnounced(page, '✅ Guardado.')
  expect(sent[0]?.postDataJSON()).toMatchObject({ email: null, birthday: '1990-05-03', notes: 'Sin navaja.' })
  await expect(fact(record.data, 'Teléfono')).toHaveText(`+34 ${national}`)
  await expect(fact(record.data, 'Correo')).toHaveText('—')
  await expect(fact(record.data, 'Fecha de nacimiento')).toHaveText('3 de mayo de 1990')
  await expect(record.qr.getByRole('img', { name })).toHaveAttribute('src', new RegExp(`${qrUrl}$`))
  await expect(record.history).toContainText('Mostrando 1 de 1')
  expect((await shop.search(national.replaceAll(' ', ''))).map((customer) => customer.id)).toEqual([id])

  await record.change()
  await form.phone.fill('')
  await expect(form.phone).toHaveAccessibleDescription('Se guardará sin teléfono')
  await form.save.click()
  await expect(fact(record.data, 'Teléfono')).toHaveText('—')
  await expect(greet).toHaveCount(0)
})

// Spec: record-17, validation-27, errors-26
test('a visit is deleted after a confirmation, and the rewards it earned are cancelled', async ({
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
    await mockResponse(page, 'DELETE', /\/visits\/[^/]+$/, answer)
    await confirm.click()
    const title = answer
      ? 'No se pudo eliminar la visita.'
      : 'No llegó la respuesta. Puede que ya esté hecho.'
    await expect(record.dialog.getByRole('alert')).toContainText(title)
    await expect(record.dialog.getByRole('alert')).toContainText(words)
  }
  await page.unrouteAll()
  await confirm.click()
  await expectAnnounced(page, 'Visita eliminada.')
  await expect(record.history).toContainText('Mostrando 4 de 4')
  await expect(record.stamps).toHaveAccessibleName('4 de 10 visitas')
  await expect(record.owed('50 %')).toHaveCount(0)
  expect(await shop.visitsOf(id)).toBe(4)
})

// Spec: record-5, record-18, record-20, states-19, calls-20, errors-35
test('a customer is deleted after a confirmation with their name and leaves every list', async ({
  page,
  shop,
  signIn,
}) => {
  const name = `Eulalia Roca ${shop.newWord()}`
  const { id } = await shop.newCustomer({ name })
  await signIn(page, 'owner')
  const record = await new CustomerRecord(page, id).open()
  await record.remove.click()
  await expect(record.dialog.getByRole('heading')).toHaveText(`¿Eliminar a ${name}?`)
  const confirm = button(record.dialog, `Eliminar a ${name}`)
  for (const [answer, words] of [
    [{ status: 422 }, 'Error desconocido'],
    [{ status: 409, body: { message: 'Tiene una familia.' } }, 'Tiene una familia.'],
    [null, 'No hay conexión con el servidor.'],
  ] as const) {
    await mockResponse(page, 'DELETE', `/customers/${id}`, answer)
    await confirm.click()
    const title = answer
      ? 'No se pudo eliminar el cliente.'
      : 'No llegó la respuesta. Puede que ya esté hecho.'
    await expect(record.dialog.getByRole('alert')).toContainText(title)
    await expect(record.dialog.getByRole('alert')).toContainText(words)
  }
  await page.unrouteAll()
  await confirm.click()
  await expect(page).toHaveURL('/app/customers/list')
  await expectAnnounced(page, `${name} ya no está en la lista.`)
  expect(await shop.search(name)).toEqual([])
  await page.goto(`/app/customers/${id}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('No se encontró el cliente.')
})

// Spec: record-3, record-5, record-11, record-12, roles-16, roles-18, limits-11
test('the QR is opened, saved, printed and closed by going back, and is hidden from a barber', async ({
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
  const download = page.waitForEvent('download')
  await record.qr.getByRole('link', { name: 'Descargar' }).click()
  expect((await download).suggestedFilename()).toBe(`qr-${id.slice(0, 8)}.png`)
  const prints = await countPrints(page)
  await button(record.qr, 'Imprimir').click()
  await expect.poll(prints).toBe(1)
  await expect(page.locator('.print-sheet'), 'the print sheet is removed').toHaveCount(0)
  await button(record.qr, 'Cerrar').click()
  await expect(page).toHaveURL('/app/customers/new')

  await signIn(page, 'barber')
  await record.open()
  await expect(record.tabs.getByRole('link')).toHaveText(['QR', /^Mensajes/])
  const shortest = await record.tabs.getByRole('link', { name: 'QR', exact: true }).boundingBox()
  expect(shortest?.width, 'a short tab is wide enough for a finger').toBeGreaterThanOrEqual(44)
  await expect(record.qr.getByRole('link')).toHaveText(['Descargar'])
  await expect(page.getByText('Los administradores ven los datos completos')).toBeVisible()
  await expect(record.merging).toHaveCount(0)
  await expect(button(record.data, 'Editar')).toHaveCount(0)
  await expect(record.remove).toHaveCount(0)
  await record.acts.getByRole('link', { name: 'Abrir en el mostrador' }).click()
  await expect(page).toHaveURL(`/staff/checkin?cid=${id}`)
})

test('two records of one person are merged and separated again', async ({ page, shop, signIn }) => {
  const mark = shop.newWord()
  const kept = await shop.newCustomer({ name: `Olvido ${mark}`, visits: 2 })
  const merged = await shop.newCustomer({ name: `Olvi ${mark}`, visits: 3 })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, kept.id).open('repetidas')
  await button(record.merging, 'Unir con otra ficha').click()
  const search = record.dialog.getByLabel('Busca la otra ficha')
  await search.fill('nadie se llama así')
  await expect(record.dialog).toContainText('Ningún otro cliente coincide.')
  await search.fill(mark)
  await expect(record.dialog.getByRole('listitem')).toHaveCount(1)
  await record.dialog.getByRole('button', { name: merged.name }).click()
  await expect(record.dialog).toContainText(`Pasan 3 visitas de ${merged.name}`)
  await button(record.dialog, 'Unir las dos fichas').click()
  await expectAnnounced(page, `✅ La ficha de ${merged.name} ya es parte de la de ${kept.name}.`)
  await expect(record.stamps).toHaveAccessibleName('5 de 10 visitas')
  await expect(record.owed('50 %')).toBeVisible()
  const customers = await shop.search(`Olvi ${mark}`)
  expect(customers.map(({ id }) => id)).toEqual([kept.id])

  const undo = button(record.merging, `Deshacer la unión con ${merged.name}`)
  await undo.click()
  await expect(record.dialog.getByRole('heading')).toHaveText(`¿Separar la ficha de ${merged.name}?`)
  await button(record.dialog, 'Separar las fichas').click()
  await expectAnnounced(page, `La ficha de ${merged.name} vuelve a estar en la lista.`)
  await expect(record.stamps).toHaveAccessibleName('2 de 10 visitas')
  await expect(record.merging).toContainText('Deshecha')
  await expect(undo).toHaveCount(0)
  expect(await shop.visitsOf(merged.id)).toBe(3)
})

test('data is changed, a visit deleted, and records merged and separated by keyboard alone', async ({
  page,
  shop,
  signIn,
}) => {
  const mark = shop.newWord()
  const { id } = await shop.newCustomer({ name: `Olvido ${mark}`, visits: 2 })
  const merged = await shop.newCustomer({ name: `Olvi ${mark}` })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, id).open()
  const remove = record.remove
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
  await expect(removal).toBeEnabled() // the button ignores clicks for a moment after it has appeared
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

  await tabTo(page, record.tabs.getByRole('link', { name: 'Fichas repetidas' }))
  await page.keyboard.press('Enter')
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
