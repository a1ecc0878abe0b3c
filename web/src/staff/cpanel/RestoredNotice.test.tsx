import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { sayExactly } from '@/lib/dates'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { RestoredNotice } from './RestoredNotice'

const server = mockServer()
const restoredState = {
  held: 12_345,
  copiedAt: '2026-11-23T12:00:00Z',
  restoredAt: '2026-11-24T12:00:00Z',
  decision: null,
  decidedAt: null,
  decidedBy: null,
}

const show = async (state: object) => {
  server.respond('get', '/cp/wa/restored', state)
  await renderScreen(<RestoredNotice />, 'SUPERADMIN')
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const decisions = () => server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body)

const copiedAt = sayExactly(restoredState.copiedAt)
const restoredAt = sayExactly(restoredState.restoredAt)

test.each([
  [
    {},
    `12.345 mensajes esperan desde que se restauró una copia de seguridad del ${copiedAt}; puede que ya se enviaran.`,
  ],
  [
    { copiedAt: null, restoredAt: null },
    '12.345 mensajes esperan desde que se restauró una copia de seguridad; puede que ya se enviaran.',
  ],
  [
    { copiedAt: null, held: 1 },
    `1 mensaje espera desde que se restauró una copia de seguridad el ${restoredAt}; puede que ya se enviara.`,
  ],
  [
    { changed: ['DATABASE', 'URL'] },
    '12.345 mensajes esperan: ha cambiado el sitio de los datos y la dirección pública. Si estos datos son una copia, la otra instalación puede enviarlos también.',
  ],
  [
    { changed: ['PROGRESS'] },
    '12.345 mensajes esperan: los datos han vuelto a un estado anterior, por ejemplo con una instantánea de la máquina. Puede que ya se enviaran.',
  ],
])('explains why messages are held: %j', async (fields, words) => {
  await show({ ...restoredState, ...fields })
  expect(await screen.findByText(words)).toBeVisible()
})

test('a count that fails to load shows an error with a retry', async () => {
  server.respond('get', '/cp/wa/restored', {}, 403)
  await renderScreen(<RestoredNotice />, 'SUPERADMIN')
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'No se pudo saber si hay mensajes que esperan desde que se restauró una copia de seguridad.',
  )
  server.respond('get', '/cp/wa/restored', restoredState)
  await press('Reintentar')
  expect(await screen.findByText(/12.345 mensajes esperan/)).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

test.each([
  ['Enviarlos', '¿Enviar los 12.345 mensajes?', 'Enviar 12.345 mensajes', 'RELEASE'],
  ['No enviar ninguno', '¿No enviar los 12.345 mensajes?', 'Descartar 12.345 mensajes', 'DROP'],
])("'%s' asks for confirmation with the number and the effect", async (action, title, submit, decision) => {
  await show(restoredState)
  await screen.findByText(/esperan desde/)
  await press(action)
  const dialog = within(screen.getByRole('dialog', { name: title }))
  expect(dialog.getByText(/No se puede deshacer\./)).toBeVisible()
  expect(decisions()).toEqual([])
  const decidedState = {
    ...restoredState,
    decision,
    decidedAt: '2001-01-02T03:00:00Z',
    decidedBy: 'Eva Ruiz',
  }
  server.respond('post', '/cp/wa/restored', decidedState)
  server.respond('get', '/cp/wa/restored', { ...decidedState, held: 1 })
  await press(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(decisions()).toEqual([{ decision }])
  expect(await screen.findByText(/^Eva Ruiz decidió (enviarlos|no enviar ninguno)$/)).toBeVisible()
  expect(screen.getByText(/^Fue hace \d+ años\. Se hace poco a poco: queda 1 mensaje\.$/)).toBeVisible()
  expect(screen.queryByRole('button', { name: action })).toBeNull()
})

// Spec: families-10
test('a second operator sees the conflicting decision, even when no message is held any more', async () => {
  await show(restoredState)
  await screen.findByText(/esperan desde/)
  await press('Enviarlos')
  server.respond(
    'post',
    '/cp/wa/restored',
    { code: 'RESTORED_DROPPED', message: 'Ya se decidió no enviar ninguno.' },
    409,
  )
  server.respond('get', '/cp/wa/restored', { ...restoredState, held: 0, decision: 'DROP' })
  await press('Enviar 12.345 mensajes')
  expect(await screen.findByText('Ya se decidió no enviar ninguno.')).toBeVisible()
  await waitFor(() => expect(screen.queryByText(/esperan desde/)).toBeNull())
  expect(screen.getByRole('dialog')).toBeVisible()
})

test('a decision with a lost response can be repeated', async () => {
  await show(restoredState)
  await screen.findByText(/esperan desde/)
  await press('No enviar ninguno')
  server.fail('post', '/cp/wa/restored')
  await press('Descartar 12.345 mensajes')
  expect(await within(screen.getByRole('dialog')).findByRole('status')).toBeVisible()
  server.respond('post', '/cp/wa/restored', { ...restoredState, decision: 'DROP' })
  await press('Descartar 12.345 mensajes')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('is hidden without held messages', async () => {
  server.respond('get', '/cp/wa/restored', { ...restoredState, held: 0 })
  const { container } = await renderScreen(<RestoredNotice />, 'SUPERADMIN')
  await waitFor(() => expect(server.requests).toHaveLength(1))
  await waitFor(() => expect(server.pendingCount()).toBe(0))
  expect(container).toHaveTextContent('')
})
