import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { Customer } from '@/api/types'
import { id, mockCustomerServer, path, press, region } from '@/test/customerRecord'
import { customer } from '@/test/examples'
import { waitForResponses } from '@/test/waitForResponses'

const { server, open, sentRequests } = mockCustomerServer()

describe('the data', () => {
  // Spec: record-6, record-9
  test('are shown with the bonus state', async () => {
    await open('OWNER', { notes: 'Sin navaja.' })
    const data = region('Datos')
    for (const text of [
      '+34 612 34 56 78',
      'ana@x.test',
      '3 de mayo de 1990',
      'Esporádico',
      'Bono activo',
      'Sin navaja.',
      id,
    ]) {
      expect(data.getByText(text)).toBeVisible()
    }
  })

  // Spec: record-6, record-7, record-8, calls-18, errors-50
  test('can be changed, and a new phone keeps the record', async () => {
    const router = await open()
    server.respond('patch', path, customer({ phone: '+351912345678' }))
    await press('Editar')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Prefijo del país' }), '+351')
    await userEvent.clear(screen.getByLabelText('Teléfono'))
    await userEvent.type(screen.getByLabelText('Teléfono'), '912345678')
    expect(screen.getByText('Se guardará +351912345678')).toBeVisible()
    await userEvent.clear(screen.getByLabelText(/Fecha de nacimiento/))
    await userEvent.type(screen.getByLabelText(/Fecha de nacimiento/), '4-5-1990')
    await press('Guardar')
    expect(await screen.findByText('Guardado.')).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toEqual({ phone: '+351912345678', birthday: '1990-05-04' })
    expect(sentRequests('PATCH')[0]?.headers.get('If-Match')).toBe('"1"')
    expect(router.state.location.pathname).toBe(`/app/customers/${id}`)
  })

  test('keep the form open for what is typed during a save', async () => {
    await open()
    const respond = server.hold('patch', path)
    await press('Editar')
    const notes = screen.getByLabelText(/^Notas/)
    await userEvent.type(notes, 'Sin navaja')
    await press('Guardar')
    await userEvent.type(notes, ', al 2')
    server.respond('get', path, customer({ notes: 'Sin navaja', version: 2 }))
    respond(customer({ notes: 'Sin navaja', version: 2 }))
    expect(await screen.findByText('Guardado.')).toBeVisible()
    expect(screen.getByLabelText(/^Notas/)).toHaveValue('Sin navaja, al 2')
    server.respond('patch', path, customer({ notes: 'Sin navaja, al 2', version: 3 }))
    await press('Guardar')
    await waitFor(() => expect(screen.queryByLabelText(/^Notas/)).toBeNull())
    expect(sentRequests('PATCH')[0]?.body).toEqual({ notes: 'Sin navaja, al 2' })
  })

  const withMails = (email: boolean) =>
    server.respond('get', '/auth/customer/ways', { code: true, email, message: false })

  test('do not mark an unverified e-mail where no mails are sent', async () => {
    withMails(false)
    await open('ADMIN', { emailUnproved: true })
    await waitFor(() => expect(server.requests.some(({ path }) => path === '/auth/customer/ways')).toBe(true))
    await waitForResponses(server)
    expect(region('Datos').queryByText('Sin confirmar')).toBeNull()
  })

  test('promise no message for confirming the phone in trial mode', async () => {
    server.respond('get', '/business', { name: 'Norte', whatsapp: 'TRIAL' })
    await open('ADMIN', { phoneUnproved: true })
    expect(await region('Datos').findByText(/enséñale el nuevo en la pantalla/)).toBeVisible()
    expect(region('Datos').queryByText(/le llega/)).toBeNull()
  })

  // Spec: portal-21
  test('mark an unverified phone, which one click confirms', async () => {
    await open('ADMIN', { phoneUnproved: true })
    expect(region('Datos').getByText('Teléfono sin confirmar')).toBeVisible()
    server.respond('patch', path, customer({ version: 2 }))
    server.respond('get', path, customer({ version: 2 }))
    await press('Confirmar teléfono')
    expect(await screen.findByText(/^Teléfono confirmado\./)).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toEqual({ phoneIsHers: true })
    expect(sentRequests('PATCH')[0]?.headers.get('If-Match')).toBe('"1"')
    expect(region('Datos').queryByText('Teléfono sin confirmar')).toBeNull()
    expect(region('Datos').getByText('+34 612 34 56 78').parentElement).toHaveFocus()
  })

  test('show why the phone was not confirmed', async () => {
    await open('ADMIN', { phoneUnproved: true })
    server.respond('patch', path, { code: 'INTERNAL', message: 'Ahora no.' }, 500)
    await press('Confirmar teléfono')
    expect(await screen.findByText(/Ahora no\./)).toBeVisible()
    expect(region('Datos').getByText('Teléfono sin confirmar')).toBeVisible()
  })

  test('report no phone as confirmed if another user has changed the record', async () => {
    await confirmAfterAnotherChange({ phoneUnproved: true }, 'Confirmar teléfono')
    expect(await screen.findByText(/Mira otra vez el teléfono/)).toBeVisible()
    expect(screen.queryByText(/^Teléfono confirmado/)).toBeNull()
    expect(screen.queryByText('Guardado.')).toBeNull()
  })

  test('report no e-mail as confirmed if another user has changed the record', async () => {
    withMails(true)
    await confirmAfterAnotherChange({ emailUnproved: true }, 'Es suyo')
    expect(await screen.findByText(/Mira otra vez el correo/)).toBeVisible()
    expect(screen.queryByText('Guardado.')).toBeNull()
  })

  test('show a phone as confirmed although the first response was lost', async () => {
    await open('ADMIN', { phoneUnproved: true })
    server.respond('patch', path, { code: 'CUSTOMER_CHANGED', message: 'Ha cambiado.' }, 409)
    server.failOnce('patch', path)
    server.respond('get', path, customer({ version: 2 }))
    await press('Confirmar teléfono')
    expect(await screen.findByText(/^Teléfono confirmado\./)).toBeVisible()
  })

  test('let no barber confirm a phone', async () => {
    await open('BARBER', { phone: '34•••••78', phoneUnproved: true, masked: true })
    expect(region('Datos').getByText('Teléfono sin confirmar')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Confirmar teléfono' })).toBeNull()
  })

  test('show that the number has a new owner', async () => {
    await open('ADMIN', { phone: null, phoneReleasedAt: '2026-03-26T10:00:00Z' })
    expect(region('Datos').getByText('Sin su número')).toBeVisible()
    expect(
      region('Datos').getByText(/El 26 de marzo de 2026, otra persona confirmó que ahora ese número/),
    ).toBeVisible()
  })

  test('mark an unverified e-mail, which one click confirms', async () => {
    withMails(true)
    await open('ADMIN', { emailUnproved: true })
    expect(await region('Datos').findByText('Sin confirmar')).toBeVisible()
    server.respond('patch', path, customer())
    server.respond('get', path, customer())
    await press('Es suyo')
    expect(await screen.findByText('Guardado.')).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toEqual({ emailIsHers: true })
    expect(sentRequests('PATCH')[0]?.headers.get('If-Match')).toBe('"1"')
    expect(region('Datos').queryByText('Sin confirmar')).toBeNull()
    expect(region('Datos').getByText('ana@x.test').parentElement).toHaveFocus()
  })

  test('show why the e-mail was not confirmed', async () => {
    withMails(true)
    await open('ADMIN', { emailUnproved: true })
    await screen.findByRole('button', { name: 'Es suyo' })
    server.respond('patch', path, { code: 'INTERNAL', message: 'Ahora no.' }, 500)
    await press('Es suyo')
    expect(await screen.findByText(/Ahora no\./)).toBeVisible()
    expect(region('Datos').getByText('Sin confirmar')).toBeVisible()
  })

  test('let no barber confirm an e-mail', async () => {
    withMails(true)
    await open('BARBER', { email: 'a•••@•••', emailUnproved: true, masked: true })
    expect(await region('Datos').findByText('Sin confirmar')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Es suyo' })).toBeNull()
  })

  test('move the focus into the form, and back when it closes', async () => {
    await open()
    await press('Editar')
    expect(screen.getByRole('form', { name: 'Editar datos' })).toHaveFocus()
    await press('Cancelar')
    expect(screen.getByRole('button', { name: 'Editar' })).toHaveFocus()
  })

  // Spec: record-10, validation-18
  test('require a type only while the bonus is active', async () => {
    await open('ADMIN', { tag: null, tagLabel: null, active: false })
    expect(region('Datos').getByText('Bono inactivo')).toBeVisible()
    await press('Editar')
    expect(screen.getByLabelText('Tipo de bono')).toBeDisabled()
    const bonus = screen.getByRole('checkbox', { name: 'Bono' })
    expect(bonus).toHaveAccessibleDescription(/^Bono inactivo/)
    await userEvent.click(bonus)
    await press('Guardar')
    expect(screen.getByText('Selecciona un tipo de bono antes de guardar.')).toBeVisible()
    expect(sentRequests('PATCH')).toEqual([])
  })

  // Spec: errors-25
  test('show a refusal at the field and keep the input', async () => {
    await open()
    const errors = [{ field: 'phone', message: 'El teléfono no es válido.' }]
    server.respond('patch', path, { code: 'VALIDATION', message: 'Revisa los datos.', errors }, 422)
    await press('Editar')
    await userEvent.type(screen.getByLabelText('Nombre'), ' Ruiz')
    await press('Guardar')
    const failure = await screen.findByText('No se pudo actualizar.')
    expect(failure).toBeVisible()
    const place = screen.getByLabelText(/^Notas/).compareDocumentPosition(failure)
    expect(place, 'beside the button').toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    expect(screen.getByLabelText('Teléfono')).toHaveAccessibleDescription(/El teléfono no es válido\./)
    expect(screen.getByLabelText('Nombre')).toHaveValue('Ana Gómez Ruiz')
  })
})

async function confirmAfterAnotherChange(fields: Partial<Customer>, act: string) {
  await open('ADMIN', fields)
  await screen.findByRole('button', { name: act })
  server.respond('patch', path, { code: 'CUSTOMER_CHANGED', message: 'Ha cambiado.' }, 409)
  server.respond('get', path, customer({ ...fields, notes: 'Alérgico.', version: 2 }))
  await press(act)
  expect(await region('Datos').findByText('Alérgico.')).toBeVisible()
}
