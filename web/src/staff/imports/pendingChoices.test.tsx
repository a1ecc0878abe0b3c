import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Import } from '@/api/types'
import { notify } from '@/kit/notify'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { checkedImport } from './examples'
import { ImportScreen } from './ImportScreen'

const server = mockServer()

const open = (fields: Partial<Import> = {}) => {
  server.respond('get', '/imports/i1', { ...checkedImport, ...fields })
  return renderScreen(<ImportScreen />, 'OWNER', '/?id=i1')
}
const sentRequests = () => server.requests.filter(({ method }) => method === 'PATCH')

test('a choice for another column waits while the first is being sent', async () => {
  await open()
  const color = await screen.findByLabelText('Qué hay en «Color»')
  const respond = server.hold('patch', '/imports/i1')
  await userEvent.selectOptions(color, 'Sellos o visitas')
  expect(color).toHaveValue('stamps')
  const other = screen.getByLabelText('Qué hay en «Cliente»')
  await userEvent.selectOptions(other, 'Correo')
  expect(other).toHaveValue('email')
  expect(color).toHaveValue('stamps')
  expect(screen.getByRole('button', { name: 'Importar 100 clientes' })).toBeDisabled()
  const columns = checkedImport.columns.map((column) =>
    column.index === 2 ? { ...column, field: 'stamps' } : column,
  )
  server.respond('patch', '/imports/i1', { ...checkedImport, columns, version: 4 })
  respond({ ...checkedImport, columns, version: 3 })
  // The held request is not recorded.
  await waitFor(() => expect(sentRequests()).toHaveLength(1))
  const [second] = sentRequests()
  expect(second?.body).toEqual({ columns: [{ index: 0, field: 'email' }] })
  expect(second?.headers.get('If-Match')).toBe('"3"')
})

test('a column that gets its first choice back while that one is being sent keeps it', async () => {
  await open()
  const color = await screen.findByLabelText('Qué hay en «Color»')
  const respond = server.hold('patch', '/imports/i1')
  for (const choice of ['Sellos o visitas', 'Correo', 'Sellos o visitas']) {
    await userEvent.selectOptions(color, choice)
  }
  server.respond('patch', '/imports/i1', { ...checkedImport, version: 4 })
  respond({ ...checkedImport, version: 3 })
  await waitFor(() => expect(sentRequests()).toHaveLength(2)) // the held request is not recorded
  expect(sentRequests().map(({ body }) => body)).toEqual(
    ['email', 'stamps'].map((field) => ({ columns: [{ index: 2, field }] })),
  )
})

test('a refused choice is reported, although the next one is saved', async () => {
  const notifyError = vi.spyOn(notify, 'error')
  await open()
  const color = await screen.findByLabelText('Qué hay en «Color»')
  const respond = server.hold('patch', '/imports/i1', 422)
  await userEvent.selectOptions(color, 'Sellos o visitas')
  await userEvent.selectOptions(screen.getByLabelText('Qué hay en «Cliente»'), 'Correo')
  server.respond('patch', '/imports/i1', { ...checkedImport, version: 3 })
  respond({})
  await waitFor(() => expect(notifyError).toHaveBeenCalledExactlyOnceWith('No se pudo cambiar.'))
  await waitFor(() => expect(sentRequests()).toHaveLength(1))
  await waitFor(() => expect(color).toHaveValue(''))
})

test('the order of dates and the note are shown at once', async () => {
  await open({ dateOrder: { decided: false, order: 'DMY' } })
  const order = await screen.findByLabelText('Cómo están escritas las fechas')
  server.hold('patch', '/imports/i1')
  await userEvent.selectOptions(order, 'MDY')
  expect(order).toHaveValue('MDY')
  const asNote = screen.getByLabelText(/Guardar lo que no se importa en la nota/)
  await userEvent.click(asNote)
  expect(asNote).toBeChecked()
})
