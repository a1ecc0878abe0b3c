import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { saveFile } from '@/lib/saveFile'
import { business } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { standIn } from '@/test/server'
import { CopyScreen } from './CopyScreen'

vi.mock('@/lib/saveFile', () => ({ saveFile: vi.fn() }))
beforeEach(() => vi.mocked(saveFile).mockClear())

const server = standIn()

async function choose(button: string) {
  await renderScreen(<CopyScreen />, 'OWNER')
  await userEvent.click(screen.getByRole('button', { name: button }))
  return within(await screen.findByRole('dialog'))
}

test.each([
  ['Descargar la copia', '/business/export', {}, /^copia-\d{4}-\d{2}-\d{2}\.zip$/],
  ['Descargar la lista: CSV', '/business/customers/export', { format: 'csv' }, /^clientes-.*\.csv$/],
  ['Descargar la lista: Excel', '/business/customers/export', { format: 'xlsx' }, /^clientes-.*\.xlsx$/],
  ['Descargar la lista: Contactos', '/business/customers/export', { format: 'vcf' }, /^clientes-.*\.vcf$/],
])('%s sends the password in the body and saves the file', async (button, path, body, name) => {
  server.says('post', path, {})
  const dialog = await choose(button)
  await userEvent.type(dialog.getByLabelText('Tu contraseña'), 'Clave-1234')
  await userEvent.click(dialog.getByRole('button', { name: 'Descargar' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(name)))
  expect(server.asked.at(-1)).toMatchObject({
    method: 'POST',
    path,
    body: { password: 'Clave-1234', ...body },
  })
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a wrong password is said at its field and saves nothing', async () => {
  const refusal = { code: 'WRONG_PASSWORD', message: 'La contraseña actual no es correcta.' }
  server.says('post', '/business/export', refusal, 422)
  const dialog = await choose('Descargar la copia')
  const field = dialog.getByLabelText('Tu contraseña')
  await userEvent.type(field, 'otra')
  await userEvent.click(dialog.getByRole('button', { name: 'Descargar' }))
  await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(refusal.message)))
  await waitFor(() => expect(field).toHaveFocus())
  expect(saveFile).not.toHaveBeenCalled()
})

test('a second download at once is refused with the reason', async () => {
  const refusal = { code: 'DATA_JOB_RUNNING', message: 'Ya se está descargando una copia.' }
  server.says('post', '/business/export', refusal, 409)
  const dialog = await choose('Descargar la copia')
  await userEvent.type(dialog.getByLabelText('Tu contraseña'), 'Clave-1234')
  await userEvent.click(dialog.getByRole('button', { name: 'Descargar' }))
  expect(await dialog.findByText(/Ya se está descargando/)).toBeVisible()
})

test('the name of the file has the day of the business, not that of the device', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T00:30:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  server.says('get', '/business', { ...business, timezone: 'America/New_York' })
  server.says('post', '/business/export', {})
  const dialog = await choose('Descargar la copia')
  await userEvent.type(dialog.getByLabelText('Tu contraseña'), 'Clave-1234')
  await userEvent.click(dialog.getByRole('button', { name: 'Descargar' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.anything(), 'copia-2026-11-26.zip'))
})

test('without a password nothing is sent', async () => {
  const dialog = await choose('Descargar la copia')
  await userEvent.click(dialog.getByRole('button', { name: 'Descargar' }))
  expect(dialog.getByLabelText('Tu contraseña')).toHaveAccessibleDescription(/Escribe tu contraseña/)
  expect(server.asked.filter(({ path }) => path === '/business/export')).toEqual([])
})
