import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { type Shown, ShownByServer } from '@/api/shown'
import type { RegisteredCustomer } from '@/api/types'
import { publicBusiness as business } from '@/test/examples'
import { standIn } from '@/test/server'
import FixedScreen from './FixedScreen'
import { RegisterScreen } from './RegisterScreen'

const customer: RegisteredCustomer = {
  id: 'c1234567890abcdef',
  name: 'Ana Ruiz',
  phone: '+34612345678',
  qrUrl: '',
  passUrl: null,
  googlePassUrl: null,
  businessId: 'b1',
  businessName: 'Barbería Sur',
  registrationToken: null,
}
const sent = { name: 'Ana Ruiz', phonePrefix: '+34', phone: '612345678', privacy: 'on', sms: 'on' }
const server = standIn()

beforeEach(() => {
  vi.stubGlobal('scrollTo', () => undefined)
  server.says('get', `/public/customers/${customer.id}`, {
    id: customer.id,
    businessId: 'b1',
    name: 'Ana Ruiz',
  })
  server.says('get', `/public/customers/${customer.id}/visits`, { items: [], total: 0, nextCursor: null })
  server.says('get', `/public/customers/${customer.id}/phone-proof`, { verified: false, offered: false })
  server.says('post', '/public/customers/register', customer)
})

/** A page as the server has drawn it. */
function open(shown: Omit<Shown, 'business'>, screen: ReactNode = <RegisterScreen businessId="b1" />) {
  return render(<ShownByServer.Provider value={{ business, ...shown }}>{screen}</ShownByServer.Provider>)
}

const refused = (status: number, code: string, errors: { field: string; message: string }[] = []) => ({
  fields: { ...sent },
  problem: { status, code, message: 'No ha podido ser.', errors },
})
const another = () => userEvent.click(screen.getByRole('button', { name: 'Registrar a otra persona' }))
const form = () => screen.getByRole('form', { name: 'Tus datos' })

test('a refused form stands there as it was sent, with what is wrong first and at its field', () => {
  open(refused(422, 'VALIDATION', [{ field: 'phone', message: 'No es un móvil.' }]))
  expect(form().firstElementChild).toHaveTextContent('Revisa los campos marcados')
  expect(screen.getByLabelText('Nombre y apellidos')).toHaveValue('Ana Ruiz')
  expect(screen.getByLabelText('Teléfono (WhatsApp)')).toBeInvalid()
  expect(screen.getByText('No es un móvil.')).toBeVisible()
  expect(screen.getByLabelText('SMS')).toBeChecked()
  for (const unticked of ['WhatsApp', /promociones/])
    expect(screen.getByLabelText(unticked)).not.toBeChecked()
})

test('who has a card already is led to it, and what comes later is said at the button', async () => {
  open(refused(409, 'ALREADY_REGISTERED'))
  expect(form().firstElementChild).toHaveTextContent('No ha podido ser.')
  expect(screen.getByRole('link', { name: 'Ver mis puntos' })).toBeVisible()
  server.fails('post', '/public/customers/register')
  await userEvent.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
  expect(await screen.findByText('No se pudo completar el registro.')).toBeVisible()
  expect(form().firstElementChild).not.toHaveTextContent('No se pudo')
})

test('of a minor by the day of the business the guardian is asked for', () => {
  open(refused(422, 'VALIDATION', [{ field: 'guardianConsent', message: 'Falta.' }]))
  expect(screen.getByLabelText(/doy mi consentimiento/)).toBeInvalid()
})

test('who has registered sees her card, the tab keeps it, and the next form is empty', async () => {
  const page = open({ registered: { customer, byWhatsApp: true } })
  expect(screen.getByRole('img', { name: 'Código QR personal de Ana Ruiz' })).toBeVisible()
  expect(screen.getByText(/También te enviamos el QR por WhatsApp/)).toBeVisible()
  page.unmount()
  const reloaded = open({})
  expect(screen.getByRole('heading', { name: 'Registro completado' })).toBeVisible()
  await another()
  expect(screen.getByLabelText('Nombre y apellidos')).toHaveValue('')
  reloaded.unmount()
})

test('what was typed before the script came is of one person, and not of the next', async () => {
  open({ fields: { ...sent } })
  await userEvent.click(screen.getByRole('button', { name: 'Crear mi cuenta' }))
  await screen.findByRole('heading', { name: 'Registro completado' })
  await another()
  expect(screen.getByLabelText('Nombre y apellidos')).toHaveValue('')
})

test('at the fixed business who has registered sees her QR, and the device keeps it', async () => {
  const at = () => <FixedScreen address={new URL('http://axioma.test/qr')} />
  const page = open({ registered: { customer, byWhatsApp: false } }, at())
  expect(screen.getByRole('heading', { name: 'Tu QR' })).toBeVisible()
  await waitFor(() => expect(screen.getByText('Aún no hay visitas registradas.')).toBeVisible())
  page.unmount()
  open({}, at())
  expect(screen.getByRole('button', { name: 'Ya tengo QR (abrir con mi cid)' })).toBeVisible()
})
