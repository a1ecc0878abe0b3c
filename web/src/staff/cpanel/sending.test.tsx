import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { mailState, walletState } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { ControlPanelScreen } from './ControlPanelScreen'

const server = mockServer()
beforeEach(() => {
  server.respond('get', '/cp/backup', { at: null, old: true, nightly: false })
  server.respond('get', '/cp/mail', mailState)
  server.respond('get', '/cp/wallet', walletState)
  server.respond('get', '/cp/version', {
    version: '1.2.3',
    asks: false,
    newest: null,
    address: null,
    newer: false,
  })
})
const whatsApp = {
  enabled: true,
  from: null,
  phoneNumberId: null,
  codesAllowed: true,
  ratePerMinute: 20,
  dailyCap: 250,
  monthlyCap: 5000,
  freeCredits: 1000,
}
const south = {
  id: 'b2',
  name: 'Sur',
  status: 'ACTIVE',
  createdAt: '2026-03-04T10:00:00Z',
  version: 3,
  whatsApp,
}

beforeEach(() => {
  server.respond('get', '/cp/businesses', { items: [south], total: 1, nextCursor: null })
})

async function openDialog() {
  await renderScreen(<ControlPanelScreen />, 'SUPERADMIN')
  await userEvent.click(await screen.findByRole('button', { name: 'Más acciones de Sur' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Envíos por WhatsApp' }))
  return within(await screen.findByRole('dialog', { name: 'Envíos de Sur' }))
}

const changes = () => server.requests.filter(({ method }) => method === 'PATCH').map(({ body }) => body)

describe('the sending settings of a business', () => {
  test('are shown, changed and saved', async () => {
    const dialog = await openDialog()
    expect(within(dialog.getByRole('heading')).getByText('Sur')).toHaveAttribute('translate', 'no')
    expect(dialog.getByLabelText('Límite diario')).toHaveValue(250)
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Enviar por WhatsApp' }))
    await userEvent.click(dialog.getByRole('checkbox', { name: 'El número propio puede enviar códigos' }))
    await userEvent.type(dialog.getByLabelText(/Número propio/), ' +34600111222 ')
    await userEvent.type(dialog.getByLabelText(/Identificador del número/), '104255')
    await userEvent.clear(dialog.getByLabelText('Envíos por minuto'))
    await userEvent.type(dialog.getByLabelText('Envíos por minuto'), '5')
    server.respond('patch', '/cp/businesses/b2', south)
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes()).toEqual([
      {
        whatsApp: {
          enabled: false,
          codesAllowed: false,
          from: '+34600111222',
          phoneNumberId: '104255',
          ratePerMinute: 5,
        },
      },
    ])
  })

  test('show a refusal at the field', async () => {
    const dialog = await openDialog()
    const errors = [{ field: 'from', message: 'Indica también el número.' }]
    server.respond('patch', '/cp/businesses/b2', { code: 'VALIDATION', message: 'No.', errors }, 422)
    await userEvent.type(dialog.getByLabelText(/Identificador del número/), '104255')
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() =>
      expect(dialog.getByLabelText(/Número propio/)).toHaveAccessibleDescription(/Indica también el número/),
    )
  })

  test('are not overwritten when another operator has changed them', async () => {
    const dialog = await openDialog()
    await userEvent.clear(dialog.getByLabelText('Límite diario'))
    await userEvent.type(dialog.getByLabelText('Límite diario'), '300')
    const since = { ...south, version: 4, whatsApp: { ...whatsApp, dailyCap: 100 } }
    server.respond('get', '/cp/businesses', { items: [since], total: 1, nextCursor: null })
    server.respond('patch', '/cp/businesses/b2', { code: 'BUSINESS_CHANGED', message: 'Otra persona.' }, 409)
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    const other = within(
      await dialog.findByRole('group', { name: 'Cambio de otra persona en límite diario' }),
    )
    expect(other.getByText('100')).toBeVisible()
    await userEvent.click(other.getByRole('button', { name: 'Mantener lo mío' }))
    server.respond('patch', '/cp/businesses/b2', { ...since, version: 5 })
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    expect(changes().at(-1)).toEqual({ whatsApp: { dailyCap: 300 } })
  })

  test('show a failure', async () => {
    const dialog = await openDialog()
    server.respond('patch', '/cp/businesses/b2', { code: 'INTERNAL', message: 'Ahora no.' }, 500)
    await userEvent.click(dialog.getByRole('checkbox', { name: 'Enviar por WhatsApp' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Guardar' }))
    expect(await dialog.findByText('Ahora no.')).toBeVisible()
  })
})
