import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { standIn } from '@/test/server'
import { PhoneProof } from './PhoneProof'

const path = '/public/customers/c1/phone-proof'
const link = 'https://wa.me/34600111222?text=Confirmo%20mi%20n%C3%BAmero'
const server = standIn()

beforeEach(() => {
  server.says('get', path, { verified: false, offered: true })
  server.says('post', path, { link, expiresAt: '2026-03-26T11:00:00Z' })
})
afterEach(() => vi.useRealTimers())

const offer = () => screen.findByRole('link', { name: /Confirmar por WhatsApp/ })
/** Coming back to the page asks at once. */
const comeBack = () => fireEvent(document, new Event('visibilitychange'))

test('the customer sends a message, comes back and reads that her number is confirmed', async () => {
  render(<PhoneProof customerId="c1" />)
  expect(await offer()).toHaveAttribute('href', link)
  expect(await offer()).toHaveAttribute('target', '_blank')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await userEvent.click(await offer())
  expect(screen.getByRole('status')).toHaveTextContent('Esperando tu mensaje.')
  server.says('get', path, { verified: true, offered: true })
  comeBack()
  expect(await screen.findByText('Número confirmado')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Ya sabemos que este móvil es tuyo.')
  expect(screen.queryByRole('link')).toBeNull()
})

test('a line that breaks while it waits does not end the wait', async () => {
  render(<PhoneProof customerId="c1" />)
  const opened = await offer()
  server.fails('get', path)
  await userEvent.click(opened)
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Esperando'))
  server.says('get', path, { verified: true, offered: true })
  comeBack()
  expect(await screen.findByText('Número confirmado', {}, { timeout: 5000 })).toBeVisible()
})

test('a message that does not come is said, and can be begun again', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-26T10:00:00Z') })
  render(<PhoneProof customerId="c1" />)
  await userEvent.click(await offer())
  await waitFor(() => expect(server.asked.filter(({ method }) => method === 'GET')).toHaveLength(2))
  vi.setSystemTime(new Date('2026-03-26T10:10:00Z'))
  comeBack()
  expect(await screen.findByText('No ha llegado tu mensaje')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Volver a intentarlo' }))
  expect(await offer()).toBeVisible()
})

test.each([
  ['has been done', { verified: true, offered: true }],
  ['cannot be done', { verified: false, offered: false }],
])('nothing is offered where it %s', async (_, state) => {
  server.says('get', path, state)
  const { container } = render(<PhoneProof customerId="c1" />)
  await waitFor(() => expect(server.asked).toHaveLength(1))
  expect(container).toBeEmptyDOMElement()
})

test('nothing is offered where the link does not come', async () => {
  server.says('post', path, { code: 'TOO_MANY_REQUESTS', message: 'Demasiados.' }, 429)
  const { container } = render(<PhoneProof customerId="c1" />)
  await waitFor(() => expect(server.asked).toHaveLength(2))
  expect(container).toBeEmptyDOMElement()
})
