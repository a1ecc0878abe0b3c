import { act, cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { session } from '@/api'
import { business, list } from '@/test/examples'
import { openApp } from '@/test/openApp'
import { mockServer } from '@/test/server'
import '@/staff/admin/AdminScreen'
import '@/staff/families/FamilyListScreen'

const server = mockServer()
const restoredText = 'Hemos recuperado lo que estabas escribiendo'

beforeEach(() => {
  server.respondNotFound()
  server.respond('get', '/business', business)
  server.respond('get', '/families', list([]))
})

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

async function typeFamily() {
  const router = openApp('/app/familias')
  await press('+ Nueva familia')
  await userEvent.type(screen.getByLabelText('Nombre de la familia'), 'Los Rojas')
  return router
}

test('input in a dialog survives an expired session', async () => {
  const router = await typeFamily()
  act(() => session.lapse())
  await act(() => router.invalidate())
  cleanup()
  openApp('/app/familias')
  await press('+ Nueva familia')
  expect(screen.getByLabelText('Nombre de la familia')).toHaveValue('Los Rojas')
  expect(screen.getByText(restoredText)).toBeVisible()
})

test('the phone and the note of a visit survive a lapsed session, and leaving the screen drops them', async () => {
  const router = openApp('/app/admin')
  await userEvent.type(await screen.findByLabelText('Teléfono del cliente'), '612 345 678')
  await userEvent.type(screen.getByLabelText(/^Notas/), ' de ayer')
  act(() => session.lapse())
  await act(() => router.invalidate())
  cleanup()
  const secondApp = openApp('/app/admin')
  expect(await screen.findByLabelText('Teléfono del cliente')).toHaveValue('612 345 678')
  expect(screen.getByLabelText(/^Notas/)).toHaveValue('Puntos manuales (admin) de ayer')
  await act(() => secondApp.navigate({ to: '/app/familias' }))
  await act(() => secondApp.navigate({ to: '/app/admin' }))
  expect(await screen.findByLabelText('Teléfono del cliente')).toHaveValue('')
})

test('a cancelled dialog opens blank', async () => {
  await typeFamily()
  await press('Cancelar')
  await press('+ Nueva familia')
  expect(screen.getByLabelText('Nombre de la familia')).toHaveValue('')
  expect(screen.queryByText(restoredText)).toBeNull()
})

test('every dialog with a form keeps a draft, unless the form has a password', () => {
  const withPassword = ['ConfirmIdentityDialog.tsx', 'CreateUserDialog.tsx']
  const files = import.meta.glob<string>('/src/staff/**/*.tsx', {
    query: '?raw',
    import: 'default',
    eager: true,
  })
  const without = Object.entries(files)
    .filter(([, source]) => source.includes('<FormDialog') && !source.includes('draft={form}'))
    .map(([path]) => path.replace(/.*\//, ''))
  expect(without.sort()).toEqual(withPassword)
})
