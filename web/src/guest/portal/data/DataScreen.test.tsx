import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { startPortalSession } from '@/api/portalSession'
import type { OwnData } from '@/api/types'
import { ArmDelay } from '@/kit/useArmed'
import { mockServer } from '@/test/server'
import { typePartialDate } from '@/test/typing'
import { accepted, ownData as data, signedIn } from '../examples'
import { DataScreen } from './DataScreen'

const path = '/portal/me/data'
const server = mockServer()

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-26T10:00:00Z') })
  startPortalSession(signedIn)
})

const ofAna = { customerId: signedIn.customerId, onOpened: () => undefined }

/** Buttons accept clicks at once. */
const renderScreen = (screen: ReactNode) => render(<ArmDelay value={0}>{screen}</ArmDelay>)

async function open(fields: Partial<OwnData> = {}) {
  server.respond('get', path, data(fields))
  server.respond('get', '/portal/me/sessions', [])
  server.respond('get', '/portal/me/cards', [])
  const onLeave = vi.fn<() => void>()
  renderScreen(<DataScreen {...ofAna} onLeave={onLeave} />)
  await screen.findByRole('region', { name: 'Lo que sabemos de ti' })
  return onLeave
}

const region = (name: string) => within(screen.getByRole('region', { name }))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const box = (name: string) => screen.getByRole('checkbox', { name })
const sentRequests = (method: string) => server.requests.filter((request) => request.method === method)

test("loads the data with the customer's token", async () => {
  await open()
  expect(screen.getByRole('heading', { level: 1, name: 'Mis datos' })).toHaveFocus()
  const person = region('Lo que sabemos de ti')
  for (const sentence of [
    'Ana Ruiz',
    '+34 612 34 56 78',
    'ana@correo.test',
    '17 de mayo de 1990',
    'Raya a la izquierda',
  ]) {
    expect(person.getByText(sentence)).toBeVisible()
  }
  expect(person.getByText('Visitas guardadas').nextSibling).toHaveTextContent('1')
  expect(sentRequests('GET')[0]?.headers.get('Authorization')).toBe(`Bearer ${signedIn.token}`)
})

test('an unverified session sees why it shows little, and no actions', async () => {
  await open({ phoneUnproved: true, signedInBy: 'email', birthday: null, notes: null })
  expect(screen.getByText('Tu teléfono está sin confirmar')).toBeVisible()
  for (const name of ['Corregir', 'Cambiar mi QR', 'Pedir el borrado']) {
    expect(screen.queryByRole('button', { name })).toBeNull()
  }
  expect(region('Lo que sabemos de ti').queryByText('Fecha de nacimiento')).toBeNull()
})

test('an unverified session can withdraw consents but not give them', async () => {
  await open({ phoneUnproved: true, signedInBy: 'email' })
  const consents = region('Mis consentimientos').getAllByRole<HTMLInputElement>('checkbox')
  expect(consents.length).toBeGreaterThan(0)
  for (const consent of consents) expect(consent.disabled).toBe(!consent.checked)
})

// Spec: calls-35
test.each([401, 403])('an invalid session leaves the page: %i', async (status) => {
  server.respond('get', path, { code: 'TOKEN_EXPIRED', message: 'Sesión caducada.' }, status)
  const onLeave = vi.fn<() => void>()
  renderScreen(<DataScreen {...ofAna} onLeave={onLeave} />)
  await waitFor(() => expect(onLeave).toHaveBeenCalled())
})

/** Excludes the name in '¿No eres Ana Ruiz?'. */
const ofFacts = { selector: ':not(button *)' }

test('a failure to load offers a retry', async () => {
  server.respond('get', path, { code: 'INTERNAL', message: 'Ahora no.' }, 500)
  renderScreen(<DataScreen {...ofAna} onLeave={() => undefined} />)
  expect(await screen.findByText('No se pudieron cargar tus datos')).toBeVisible()
  expect(screen.getByText('Ahora no.')).toBeVisible()
  server.respond('get', path, data())
  server.respond('get', '/portal/me/sessions', [])
  server.respond('get', '/portal/me/cards', [])
  await press('Reintentar')
  expect(await screen.findByText('Ana Ruiz', ofFacts)).toBeVisible()
  expect(screen.queryByText('Ahora no.')).toBeNull()
})

describe('a correction', () => {
  test('sends what was changed, null for empty fields, and shows the response', async () => {
    await open()
    await press('Corregir')
    await userEvent.clear(screen.getByLabelText('Nombre'))
    await userEvent.type(screen.getByLabelText('Nombre'), 'Ana María')
    await userEvent.clear(screen.getByLabelText(/Correo/))
    server.respond('patch', path, data({ name: 'Ana María', email: null }))
    await press('Guardar')
    expect(await screen.findByText('Ana María', ofFacts)).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toEqual({ name: 'Ana María', email: null })
  })

  test('does not revert what the business changed while the form was open', async () => {
    await open()
    await press('Corregir')
    await userEvent.type(screen.getByLabelText('Nombre'), ' Gil')
    cleanup()
    await open({ email: 'otra@correo.test' })
    server.respond('patch', path, data({ name: 'Ana Ruiz Gil', email: 'otra@correo.test' }))
    await press('Guardar')
    expect(await screen.findByText('otra@correo.test')).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toEqual({ name: 'Ana Ruiz Gil' })
  })

  test('shows a refusal at its field and keeps the input', async () => {
    await open()
    await press('Corregir')
    await userEvent.type(screen.getByLabelText(/Correo/), '!')
    const errors = [{ field: 'email', message: 'El correo no es válido.' }]
    server.respond('patch', path, { code: 'VALIDATION', message: 'Revisa.', errors }, 422)
    await press('Guardar')
    expect(await screen.findByText('No se pudo guardar.')).toBeVisible()
    expect(screen.getByLabelText(/Correo/)).toHaveAccessibleDescription(/El correo no es válido/)
    expect(screen.getByLabelText(/Correo/)).toHaveValue('ana@correo.test!')
  })

  test('shows the birth date in words and keeps it when a new one is incomplete', async () => {
    await open()
    await press('Corregir')
    const birthday = screen.getByLabelText(/Fecha de nacimiento/)
    expect(birthday).toHaveAccessibleDescription('17 de mayo de 1990')
    fireEvent.input(birthday, { target: { value: '1990-05-03' } })
    expect(birthday).toHaveAccessibleDescription('3 de mayo de 1990')
    typePartialDate(birthday)
    await press('Guardar')
    expect(birthday).toHaveAccessibleDescription(/^Completa la fecha: día, mes y año\./)
    await waitFor(() => expect(birthday).toHaveFocus())
    expect(sentRequests('PATCH')).toEqual([])
  })

  // Spec: states-22
  test('survives a reload', async () => {
    await open()
    await press('Corregir')
    await userEvent.type(screen.getByLabelText('Nombre'), ' Gil')
    cleanup()
    await open()
    expect(screen.getByLabelText('Nombre')).toHaveValue('Ana Ruiz Gil')
    await press('Cancelar')
    cleanup()
    await open()
    expect(screen.queryByLabelText('Nombre')).toBeNull()
  })

  test('of one card is not shown on another', async () => {
    await open()
    await press('Corregir')
    cleanup()
    renderScreen(<DataScreen {...ofAna} customerId="leo0123456789" onLeave={() => undefined} />)
    expect(await screen.findByRole('button', { name: 'Corregir' })).toBeVisible()
    expect(screen.queryByLabelText('Nombre')).toBeNull()
  })

  test('is not sent after another card was opened', async () => {
    await open()
    await press('Corregir')
    await userEvent.type(screen.getByLabelText('Nombre'), ' Gil')
    startPortalSession({ ...signedIn, customerId: 'leo0123456789' })
    await press('Guardar')
    expect(await screen.findByText(/se ha abierto otra tarjeta/)).toBeVisible()
    expect(sentRequests('PATCH')).toEqual([])
  })

  test('is discarded on cancel', async () => {
    await open()
    await press('Corregir')
    await userEvent.type(screen.getByLabelText('Nombre'), ' X')
    await press('Cancelar')
    expect(screen.getByText('Ana Ruiz', ofFacts)).toBeVisible()
    expect(sentRequests('PATCH')).toEqual([])
  })

  test('with a birth date below fourteen asks for the guardian’s consent and sends it', async () => {
    await open()
    await press('Corregir')
    expect(screen.queryByLabelText('Nombre de tu madre, padre o tutor')).toBeNull()
    fireEvent.input(screen.getByLabelText(/Fecha de nacimiento/), { target: { value: '2015-05-17' } })
    await userEvent.type(screen.getByLabelText('Nombre de tu madre, padre o tutor'), 'Eva Gil')
    await userEvent.click(box('Soy su padre, madre o tutor y doy mi consentimiento'))
    server.respond('patch', path, data({ birthday: '2015-05-17', guardianName: 'Eva Gil' }))
    await press('Guardar')
    expect(await screen.findByText('Eva Gil')).toBeVisible()
    expect(sentRequests('PATCH')[0]?.body).toMatchObject({
      birthday: '2015-05-17',
      guardianName: 'Eva Gil',
      guardianConsent: true,
    })
  })

  test('of a minor cannot change the birth date and asks for no other guardian', async () => {
    await open({ birthday: '2015-05-17', guardianName: 'Eva Gil' })
    await press('Corregir')
    const birthday = screen.getByLabelText('Fecha de nacimiento')
    expect(birthday).toHaveAttribute('readonly')
    expect(birthday).toHaveAccessibleDescription(/^17 de mayo de 2015\. .*se corrige en el mostrador/)
    expect(screen.queryByLabelText('Nombre de tu madre, padre o tutor')).toBeNull()
  })
})

describe('consents', () => {
  test('show their dates', async () => {
    await open()
    expect(screen.getByText('Aceptaste la política de privacidad el 5 de enero de 2026.')).toBeVisible()
    expect(box('Mensajes por WhatsApp')).toBeChecked()
    expect(box('Mensajes por WhatsApp')).toHaveAccessibleDescription('Aceptado el 5 de enero de 2026')
    expect(box('Mensajes por correo')).toHaveAccessibleDescription(
      'No aceptado desde el 1 de febrero de 2026',
    )
    expect(box('Mensajes por SMS')).toHaveAccessibleDescription('Nunca te lo hemos preguntado')
  })

  test('are sent by a switch, which shows the state of the response', async () => {
    await open()
    server.respond(
      'post',
      '/portal/me/consents',
      data({ consents: [accepted('PROMOTIONS', true, '2026-03-26T10:00:00Z')] }),
    )
    await userEvent.click(box('Promociones'))
    await waitFor(() =>
      expect(box('Promociones')).toHaveAccessibleDescription('Aceptado el 26 de marzo de 2026'),
    )
    expect(sentRequests('POST')[0]?.body).toEqual({ kind: 'PROMOTIONS', granted: true })
  })

  test('return to the former state after a refusal, with the reason', async () => {
    await open()
    server.respond('post', '/portal/me/consents', { code: 'INTERNAL', message: 'Ahora no.' }, 500)
    await userEvent.click(box('Mensajes por WhatsApp'))
    expect(await screen.findByText('No se pudo cambiar')).toBeVisible()
    expect(screen.getByText('Ahora no.')).toBeVisible()
    expect(box('Mensajes por WhatsApp')).toBeChecked()
  })

  test('of a minor exclude promotions, with the reason', async () => {
    await open({ birthday: '2015-05-17', guardianName: 'Eva Gil' })
    expect(box('Promociones')).toBeDisabled()
    expect(box('Promociones')).toHaveAccessibleDescription('Hasta los 14 años no se envían promociones.')
    expect(box('Mensajes por WhatsApp')).toBeEnabled()
  })
})

describe('the download', () => {
  test.each([
    ['JSON', '/portal/me/data', 'mis-datos.json'],
    ['CSV', '/portal/me/data.csv', 'mis-datos.csv'],
  ])('is offered as %s', async (format, address, name) => {
    const downloads: string[] = []
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      downloads.push(this.download)
    })
    await open()
    server.respond('get', address, data())
    await press(`Descargar ${format}`)
    await waitFor(() => expect(downloads).toEqual([name]))
    const request = server.requests.findLast((one) => one.path === address)
    expect(request?.headers.get('Authorization')).toBe(`Bearer ${signedIn.token}`)
  })

  test('shows a failure', async () => {
    await open()
    server.respond('get', '/portal/me/data.csv', { code: 'INTERNAL', message: 'Ahora no.' }, 500)
    await press('Descargar CSV')
    expect(await screen.findByText('No se pudieron descargar')).toBeVisible()
  })
})
