import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Usual } from '@/api/types'
import { shrinkPhoto } from '@/lib/shrinkPicture'
import { business, customer, progress, usual, usualConsent, usualPicture } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import '../checkin/CheckinScreen'
import '../customers/record/CustomerScreen'
import './UsualRow'

vi.mock(import('@/lib/shrinkPicture'), () => ({ shrinkPhoto: vi.fn(), shrinkPicture: vi.fn() }))

const server = mockServer()
const path = '/customers/ana0123456789'

beforeEach(() => {
  localStorage.clear()
  vi.mocked(shrinkPhoto).mockResolvedValue('cGhvdG8=')
  server.respondNotFound()
  server.respond('get', '/business', { ...business, usualEnabled: true })
  server.respond('get', path, customer())
  server.respond('get', `${path}/progress`, progress())
})

const sentRequests = (method: string) => server.requests.filter((request) => request.method === method)

const photo = new File(['x'], 'corte.jpg', { type: 'image/jpeg' })

async function atCounter(storedUsual: Usual) {
  server.respond('get', `${path}/usual`, storedUsual)
  openApp('/staff/checkin?cid=ana0123456789', 'BARBER')
  const row = within(await screen.findByRole('region', { name: 'Lo de siempre' }))
  await row.findByRole('button', { name: /nota|Anotar/ })
  return row
}

const choose = (row: ReturnType<typeof within>) =>
  userEvent.upload(row.getByLabelText('Hacer foto', { selector: 'input' }), photo)

test('the counter shows the note and opens the pictures', async () => {
  const pictures = [usualPicture('p1'), usualPicture('p2')]
  const row = await atCounter(usual({ note: 'Degradado al 1', pictures, consent: usualConsent }))
  expect(row.getByText('Degradado al 1')).toBeVisible()
  await userEvent.click(row.getByRole('button', { name: 'Ver las 2 fotos de su corte' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Fotos de su corte' }))
  expect(dialog.getAllByText('3 de mayo de 2026')).toHaveLength(2)
})

test('nothing is fetched or shown while the feature is switched off', async () => {
  server.respond('get', '/business', business)
  openApp('/staff/checkin?cid=ana0123456789', 'BARBER')
  await screen.findByText('Tarjeta de')
  expect(screen.queryByRole('region', { name: 'Lo de siempre' })).toBeNull()
  expect(server.requests.some((request) => request.path.endsWith('/usual'))).toBe(false)
})

test('a photo of a customer who has consented takes one tap', async () => {
  const row = await atCounter(usual({ consent: usualConsent }))
  server.respond(
    'post',
    `${path}/usual/pictures`,
    usual({ pictures: [usualPicture('p1')], consent: usualConsent }),
    201,
  )
  await choose(row)
  expect(await row.findByRole('button', { name: 'Ver la foto de su corte' })).toBeVisible()
  expect(sentRequests('POST')[0]?.body).toEqual({ picture: 'cGhvdG8=' })
  expect(sentRequests('POST')[0]?.headers.get('Idempotency-Key')).toBeTruthy()
})

test('the first photo asks the customer, and is sent with the consent', async () => {
  const row = await atCounter(usual())
  await userEvent.click(row.getByRole('button', { name: 'Hacer foto' }))
  expect(row.getByRole('group', { name: /^Pregúntale/ })).toBeVisible()
  const click = vi.spyOn(HTMLInputElement.prototype, 'click')
  await userEvent.click(row.getByRole('button', { name: 'Ha dicho que sí: hacer foto' }))
  expect(click).toHaveBeenCalledOnce()
  server.respond(
    'post',
    `${path}/usual/pictures`,
    usual({ pictures: [usualPicture('p1')], consent: usualConsent }),
    201,
  )
  await choose(row)
  await row.findByRole('button', { name: 'Ver la foto de su corte' })
  expect(sentRequests('POST')[0]?.body).toEqual({ picture: 'cGhvdG8=', permission: { granted: true } })
  click.mockRestore()
})

test('the consent is sent only with the first photo, because the customer may withdraw it afterwards', async () => {
  const row = await atCounter(usual())
  await userEvent.click(row.getByRole('button', { name: 'Hacer foto' }))
  await userEvent.click(row.getByRole('button', { name: 'Ha dicho que sí: hacer foto' }))
  const updatedUsual = usual({ pictures: [usualPicture('p1')], consent: usualConsent })
  server.respond('post', `${path}/usual/pictures`, updatedUsual, 201)
  await choose(row)
  await row.findByRole('button', { name: 'Ver la foto de su corte' })
  await choose(row)
  await waitFor(() => expect(sentRequests('POST')).toHaveLength(2))
  expect(sentRequests('POST')[1]?.body).toEqual({ picture: 'cGhvdG8=' })
})

test('a refused consent stores nothing', async () => {
  const row = await atCounter(usual())
  await userEvent.click(row.getByRole('button', { name: 'Hacer foto' }))
  await userEvent.click(row.getByRole('button', { name: 'No' }))
  expect(row.queryByRole('group')).toBeNull()
  expect(sentRequests('POST')).toEqual([])
})

test('the consent for a minor names the guardian', async () => {
  const row = await atCounter(usual({ minor: true }))
  await userEvent.click(row.getByRole('button', { name: 'Anotar lo de siempre' }))
  await userEvent.click(row.getByRole('button', { name: 'Ha dicho que sí: anotar' }))
  expect(row.getByText('Escribe quién da el permiso.')).toBeVisible()
  await userEvent.type(row.getByLabelText('Nombre de su madre, padre o tutor'), 'Eva')
  await userEvent.click(row.getByRole('button', { name: 'Ha dicho que sí: anotar' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lo de siempre' }))
  await userEvent.type(dialog.getByLabelText('Nota'), 'Al 1')
  server.respond(
    'patch',
    `${path}/usual`,
    usual({ note: 'Al 1', version: 2, consent: usualConsent, minor: true }),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await row.findByText('Al 1')
  expect(sentRequests('PATCH')[0]?.body).toEqual({
    note: 'Al 1',
    permission: { granted: true, guardianName: 'Eva', guardianConsent: true },
  })
})

test('the name of a guardian is not translated', async () => {
  const row = await atCounter(usual({ minor: true, guardianName: 'Rosa Gil' }))
  await userEvent.click(row.getByRole('button', { name: 'Anotar lo de siempre' }))
  expect(row.getByText('Rosa Gil')).toHaveAttribute('translate', 'no')
})

test('a note that another user has changed is shown, and a second press saves over it', async () => {
  const row = await atCounter(usual({ note: 'Al 1', version: 4, consent: usualConsent }))
  await userEvent.click(row.getByRole('button', { name: 'Cambiar la nota: Al 1' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Lo de siempre' }))
  await userEvent.clear(dialog.getByLabelText('Nota'))
  await userEvent.type(dialog.getByLabelText('Nota'), 'Al 2')
  server.respond('patch', `${path}/usual`, { code: 'USUAL_CHANGED', message: 'La nota ha cambiado.' }, 409)
  server.respond('get', `${path}/usual`, usual({ note: 'Al 3', version: 5, consent: usualConsent }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  expect(await dialog.findByText(/Ahora dice: «Al 3»/)).toBeVisible()
  expect(sentRequests('PATCH')[0]?.headers.get('If-Match')).toBe('"4"')
  server.respond('patch', `${path}/usual`, usual({ note: 'Al 2', version: 6, consent: usualConsent }))
  await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
  await row.findByText('Al 2')
  expect(sentRequests('PATCH')[1]?.headers.get('If-Match')).toBe('"5"')
})

test('without a network the row says that the note cannot be shown', async () => {
  server.fail('get', `${path}/usual`)
  openApp('/staff/checkin?cid=ana0123456789', 'BARBER')
  expect(await screen.findByText('«Lo de siempre» no se ve sin conexión.')).toBeVisible()
})

test('a busy server is not shown as a missing network', async () => {
  server.respond('get', `${path}/usual`, { code: 'BUSY', message: 'Ocupado.' }, 503)
  openApp('/staff/checkin?cid=ana0123456789', 'BARBER')
  expect(await screen.findByText('No se pudo cargar «lo de siempre».')).toBeVisible()
})

test('the record shows who consented, and withdraws after a confirmation', async () => {
  server.respond(
    'get',
    `${path}/usual`,
    usual({ note: 'Al 1', consent: { ...usualConsent, givenBy: 'Eva' } }),
  )
  openApp(`/app${path}`, 'BARBER')
  const panel = within(await screen.findByRole('region', { name: 'Lo de siempre' }))
  expect(await panel.findByText('Eva dio permiso el 3 de mayo de 2026.')).toBeVisible()
  await userEvent.click(panel.getByRole('button', { name: 'Retirar permiso' }))
  expect(sentRequests('POST')).toEqual([])
  server.respond('post', `${path}/usual/consent`, usual({ consent: { ...usualConsent, granted: false } }))
  vi.setSystemTime(Date.now() + 2000) // the button ignores double taps
  await userEvent.click(panel.getByRole('button', { name: 'Sí, borrar todo' }))
  await waitFor(() => expect(panel.getByText(/^Retiró el permiso/)).toBeVisible())
  expect(sentRequests('POST')[0]?.body).toEqual({ granted: false })
})

const scannedText = '{"type":"AXIOMA_CUSTOMER","customerId":"luis123456789","businessId":"b1"}'
test.each([
  ['note', 'Anotar lo de siempre'],
  ['pictures', 'Ver la foto de su corte'],
])('a QR read while the dialog of the %s is open registers the visit', async (_, button) => {
  const row = await atCounter(usual({ pictures: [usualPicture('p1')], consent: usualConsent }))
  await userEvent.click(row.getByRole('button', { name: button }))
  await screen.findByRole('dialog')
  await userEvent.keyboard(`${scannedText.replace(/[{[]/g, '$&$&')}{Enter}`)
  expect(await screen.findByText('Cliente del QR luis1234')).toBeVisible()
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(sentRequests('PATCH')).toEqual([])
})

test('a QR scanned into an unsaved note is refused, and the note stays', async () => {
  const row = await atCounter(usual({ consent: usualConsent }))
  await userEvent.click(row.getByRole('button', { name: 'Anotar lo de siempre' }))
  const note = screen.getByLabelText('Nota')
  await userEvent.type(note, `Al 1${scannedText.replace(/[{[]/g, '$&$&')}{Enter}`)
  expect(await screen.findByText(/^Has leído un QR y no se ha usado/)).toBeVisible()
  expect(note).toHaveValue('Al 1')
  expect(sentRequests('PATCH')).toEqual([])
  expect(screen.queryByText('Cliente del QR luis1234')).toBeNull()
})
