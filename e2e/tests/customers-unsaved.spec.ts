import { CustomerRecord } from '../harness/customers.ts'
import { dropResponses, mockResponse } from '../harness/requests.ts'
import { button, fact } from '../harness/staff.ts'
import { expect, test } from '../harness/test.ts'

test('typed data survives going back, a reload and an expired session', async ({ page, shop, signIn }) => {
  const { id, name } = await shop.newCustomer()
  await signIn(page, 'admin')
  await page.goto(`/app/customers/list?q=${id}`)
  await page.getByRole('link', { name, exact: true }).click()
  const record = new CustomerRecord(page, id)
  const form = await record.change()
  await form.notes.fill('Sin navaja.')

  await page.goBack()
  await expect(record.dialog.getByRole('heading')).toHaveText('Tienes cambios sin guardar')
  await button(record.dialog, 'Seguir editando').click()
  await expect(page).toHaveURL(`/app/customers/${id}`)
  await expect(form.notes).toHaveValue('Sin navaja.')

  const dialogEvent = page.waitForEvent('dialog')
  const reloaded = page.reload()
  expect((await dialogEvent).type()).toBe('beforeunload')
  await (await dialogEvent).accept()
  await reloaded
  await expect(form.form.getByText('Hemos recuperado lo que estabas escribiendo')).toBeVisible()

  await mockResponse(page, 'PATCH', `/customers/${id}`, {
    status: 401,
    body: { code: 'UNAUTHENTICATED', message: 'x' },
  })
  await form.save.click()
  await expect(page).toHaveURL(/\/login/)
  await page.unrouteAll()
  await signIn(page, 'admin')
  await record.open()
  await expect(form.notes).toHaveValue('Sin navaja.')
  await form.save.click()
  await expect(fact(record.data, 'Notas')).toHaveText('Sin navaja.')

  await record.change()
  await form.notes.fill('Con navaja.')
  await page.getByRole('link', { name: 'Volver a la lista' }).click()
  await button(record.dialog, 'Salir sin guardar').click()
  await expect(page).toHaveURL(/\/app\/customers\/list/)
  await record.open()
  await expect(fact(record.data, 'Notas')).toHaveText('Sin navaja.')
})

// Spec: calls-18
test('the second of two users who edit a customer sees the edit of the first and loses nothing', async ({
  page,
  shop,
  signIn,
}) => {
  const { id } = await shop.newCustomer({ email: 'nuria@ejemplo.test' })
  await signIn(page, 'admin')
  const record = await new CustomerRecord(page, id).open()
  const form = await record.change()
  await form.notes.fill('Sin navaja.')
  await shop.as('owner', 'PATCH', `/customers/${id}`, { notes: 'Alérgica.', email: 'otra@ejemplo.test' })
  await form.save.click()
  await expect(form.form.getByText('Todavía no se ha guardado nada.')).toBeInViewport()
  await expect(form.email).toHaveValue('otra@ejemplo.test')
  const other = form.form.getByRole('group', { name: 'Cambio de otra persona en notas' })
  await expect(other).toContainText('Alérgica.')
  await button(other, 'Mantener lo mío').click()
  await dropResponses(page, /\/customers\/[^/]+$/, 1)
  await form.save.click()
  await expect(fact(record.data, 'Notas'), 'saved despite a lost response').toHaveText('Sin navaja.')
  await expect(fact(record.data, 'Correo')).toHaveText('otra@ejemplo.test')
})
