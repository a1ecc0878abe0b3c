import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { saveFile } from '@/lib/saveFile'
import { business } from '@/test/examples'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { CopyScreen } from './CopyScreen'

vi.mock('@/lib/saveFile', () => ({ saveFile: vi.fn() }))
beforeEach(() => vi.mocked(saveFile).mockClear())

const server = mockServer()

async function choose(button: string) {
  await renderScreen(<CopyScreen />, 'OWNER')
  await userEvent.click(screen.getByRole('button', { name: button }))
}

test.each([
  ['Descargar la copia', '/business/export', null, /^copia-\d{4}-\d{2}-\d{2}\.zip$/],
  ['Descargar la lista: CSV', '/business/customers/export', { format: 'csv' }, /^clientes-.*\.csv$/],
  ['Descargar la lista: Excel', '/business/customers/export', { format: 'xlsx' }, /^clientes-.*\.xlsx$/],
  ['Descargar la lista: Contactos', '/business/customers/export', { format: 'vcf' }, /^clientes-.*\.vcf$/],
])('the button for %s saves the file', async (button, path, body, name) => {
  server.respond('post', path, {})
  await choose(button)
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.anything(), expect.stringMatching(name)))
  const posts = server.requests.filter(({ method }) => method === 'POST')
  expect(posts).toHaveLength(1)
  expect(posts[0]).toMatchObject({ path, ...(body && { body }) })
})

test('a refused download shows the reason and saves nothing', async () => {
  const refusal = { code: 'DATA_JOB_RUNNING', message: 'Ya se está descargando una copia.' }
  server.respond('post', '/business/export', refusal, 409)
  await choose('Descargar la copia')
  expect(await screen.findByText(/Ya se está descargando/)).toBeVisible()
  expect(saveFile).not.toHaveBeenCalled()
})

test.each([
  ['Descargar la copia', 'Todo el negocio'],
  ['Descargar la lista: Contactos', 'Lista de clientes'],
])('a failed download is shown in the panel of its button', async (button, panel) => {
  server.respond('post', '/business/export', { message: 'Algo ha fallado.' }, 500)
  server.respond('post', '/business/customers/export', { message: 'Algo ha fallado.' }, 500)
  await choose(button)
  expect(
    await within(screen.getByRole('region', { name: panel })).findByText(/Algo ha fallado/),
  ).toBeVisible()
  expect(screen.getAllByText(/Algo ha fallado/)).toHaveLength(1)
})

test('while a download runs, the others are disabled', async () => {
  const release = server.hold('post', '/business/export')
  await choose('Descargar la copia')
  expect(screen.getByRole('button', { name: 'Descargar la lista: CSV' })).toBeDisabled()
  release({})
  await waitFor(() => expect(screen.getByRole('button', { name: 'Descargar la lista: CSV' })).toBeEnabled())
})

test('the name of the file has the day of the business, not that of the device', async () => {
  vi.useFakeTimers({ now: new Date('2026-11-27T00:30:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  server.respond('get', '/business', { ...business, timezone: 'America/New_York' })
  server.respond('post', '/business/export', {})
  await renderScreen(<CopyScreen />, 'OWNER')
  await waitFor(() => expect(server.requests.some(({ path }) => path === '/business')).toBe(true))
  await waitFor(() => expect(server.pendingCount()).toBe(0))
  await userEvent.click(screen.getByRole('button', { name: 'Descargar la copia' }))
  await waitFor(() => expect(saveFile).toHaveBeenCalledWith(expect.anything(), 'copia-2026-11-26.zip'))
})
