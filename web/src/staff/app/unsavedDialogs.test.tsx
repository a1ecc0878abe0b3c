import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { mockCustomerServer, path } from '@/test/customerRecord'
import { list, reward } from '@/test/examples'
import { openApp } from '@/test/openApp'
// Loads the lazy screens before the tests.
import '@/staff/cpanel/ControlPanelScreen'

const { server, open } = mockCustomerServer()
const question = () => screen.queryByRole('dialog', { name: 'Tienes cambios sin guardar' })

async function expectQuestion(router: ReturnType<typeof openApp>, button: RegExp, label: RegExp) {
  const leave = () => act(() => void router.navigate({ to: '/unauthorized' }))
  const start = router.state.location.href
  const [opens] = await screen.findAllByRole('button', { name: button })
  if (opens) await userEvent.click(opens)
  await userEvent.type(await screen.findByLabelText(label), 'x')
  leave()
  await waitFor(() => expect(question()).toBeVisible())
  await userEvent.click(screen.getByRole('button', { name: 'Seguir editando' }))
  expect(router.state.location.href).toBe(start)
  await userEvent.type(screen.getByLabelText(label), '{Backspace}')
  leave()
  await waitFor(() => expect(router.state.location.pathname).toBe('/unauthorized'))
  expect(question()).toBeNull()
}

test.each([
  ['a correction of stamps', /^Corregir sellos/, /^Nota/],
  ['a reversal of a redemption', /^Anular el canje/, /^Motivo/],
])('leaving %s asks before it discards the input', async (_what, button, label) => {
  const redeemed = { ...reward('FREE', 'r1'), status: 'REDEEMED', redeemedAt: '2026-11-19T10:00:00Z' }
  server.respond('get', `${path}/rewards`, list([redeemed]))
  await expectQuestion(await open('ADMIN'), button, label)
})

test('leaving a new business asks before it discards the input', async () => {
  server.respond('get', '/cp/businesses', list([]))
  const router = openApp('/cpanel', 'SUPERADMIN')
  await screen.findAllByRole('button', { name: 'Crear negocio' })
  await expectQuestion(router, /^Crear negocio$/, /^Nombre del negocio/)
})
