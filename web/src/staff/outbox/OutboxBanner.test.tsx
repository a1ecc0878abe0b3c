import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { OutboxScope } from '@/acts/staff/outbox/OutboxProvider'
import { Outbox } from '@/acts/staff/outbox/outbox'
import { noResponseError } from '@/api/error'
import { renderScreen } from '@/test/renderScreen'
import { until } from '@/test/until'
import { memoryStore } from '@/test/visitStore'
import { OutboxBanner } from './OutboxBanner'

const banner = () => screen.getByRole('status', { name: 'Visitas de este dispositivo' })

async function renderWithVisit(storage: { isSafe: boolean }) {
  const store = { ...memoryStore(), isSafe: () => storage.isSafe }
  const send = () => Promise.reject(noResponseError('the cable is out'))
  const outbox = new Outbox({ businessId: 'b1', by: 'ana@x.test', store, send, pauses: [] })
  await renderScreen(
    <OutboxScope outbox={outbox}>
      <OutboxBanner />
    </OutboxScope>,
  )
  await outbox.add({ subject: { customerId: 'ana' }, name: 'Ana Gómez' })
  return outbox
}

test('visits that the browser cannot store ask the user not to close the page, until there is space', async () => {
  const storage = { isSafe: false }
  const outbox = await renderWithVisit(storage)
  const warning = /Este navegador no deja guardarla: no cierres esta página hasta que se envíe\./
  await until(() => expect(banner()).toHaveTextContent(warning))
  await userEvent.click(screen.getByRole('button', { name: 'Ver' }))
  expect(screen.getByRole('dialog')).toHaveTextContent(warning)
  expect(screen.getByRole('dialog')).not.toHaveTextContent('guardada')

  storage.isSafe = true
  outbox.flush()
  await until(() => expect(banner()).toHaveTextContent('Se enviará sola en cuanto se pueda.'))
  expect(banner()).not.toHaveTextContent('no cierres')
  expect(screen.getByRole('dialog')).toHaveTextContent('Está guardada y se enviará sola')
})

test('stored visits do not ask the user to keep the page open', async () => {
  await renderWithVisit({ isSafe: true })
  await until(() => expect(banner()).toHaveTextContent('Una visita sin enviar'))
  expect(banner()).not.toHaveTextContent('no cierres')
})
