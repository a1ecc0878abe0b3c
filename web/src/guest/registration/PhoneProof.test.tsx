import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { mockServer } from '@/test/server'
import { waitForResponses } from '@/test/waitForResponses'
import { PhoneProof } from './PhoneProof'

const path = '/public/customers/c1/phone-proof'
const link = 'https://wa.me/34600111222?text=Confirmo%20mi%20n%C3%BAmero'
const open = { verified: false, offered: true, hidden: false }
const server = mockServer()

beforeEach(() => {
  server.respond('get', path, open)
  server.respond('post', path, { link, expiresAt: '2026-03-26T11:00:00Z' })
})

const offer = () => screen.findByRole('link', { name: /Confirmar por WhatsApp/ })
const status = () => screen.getAllByRole('status')[0]
const comeBack = () => fireEvent(document, new Event('visibilitychange'))

test('a sent message confirms the number', async () => {
  render(<PhoneProof customerId="c1" />)
  expect(await offer()).toHaveAttribute('href', link)
  expect(await offer()).toHaveAttribute('target', '_blank')
  expect(screen.getByRole('status')).toBeEmptyDOMElement()
  await userEvent.click(await offer())
  expect(status()).toHaveTextContent('Esperando tu mensaje.')
  server.respond('get', path, { ...open, verified: true })
  comeBack()
  expect(await screen.findByText('Número confirmado')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Ya sabemos que este móvil es tuyo.')
  expect(screen.queryByRole('link')).toBeNull()
})

test('announces a new QR when the proof has ended the former one', async () => {
  render(<PhoneProof customerId="c1" />)
  await userEvent.click(await offer())
  server.respond('get', path, { code: 'CUSTOMER_NOT_FOUND', message: 'No se encontró el cliente.' }, 404)
  comeBack()
  expect(await screen.findByText('Número confirmado')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('tu QR es nuevo')
})

test('a network error does not end the wait', async () => {
  render(<PhoneProof customerId="c1" />)
  const link = await offer()
  server.fail('get', path)
  await userEvent.click(link)
  await waitFor(() => expect(status()).toHaveTextContent('Esperando'))
  server.respond('get', path, { ...open, verified: true })
  comeBack()
  expect(await screen.findByText('Número confirmado')).toBeVisible()
})

test('a missing message is reported and can be repeated', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-26T10:00:00Z') })
  render(<PhoneProof customerId="c1" />)
  await userEvent.click(await offer())
  await waitFor(() => expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(2))
  await waitForResponses(server)
  vi.setSystemTime(new Date('2026-03-26T10:10:00Z'))
  comeBack()
  expect(await screen.findByText('No ha llegado tu mensaje')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Volver a intentarlo' }))
  expect(await offer()).toBeVisible()
})

test('a page that was suspended beyond the timeout polls a last time before it gives up', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-26T10:00:00Z') })
  render(<PhoneProof customerId="c1" />)
  await userEvent.click(await offer())
  await waitFor(() => expect(server.requests.filter(({ method }) => method === 'GET')).toHaveLength(2))
  await waitForResponses(server)
  server.respond('get', path, { ...open, verified: true })
  vi.setSystemTime(new Date('2026-03-26T11:00:00Z'))
  comeBack()
  expect(await screen.findByText('Número confirmado')).toBeVisible()
})

test('trying again after a late message shows the confirmation', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-26T10:00:00Z') })
  render(<PhoneProof customerId="c1" />)
  await userEvent.click(await offer())
  vi.setSystemTime(new Date('2026-03-26T10:10:00Z'))
  comeBack()
  const retryButton = await screen.findByRole('button', { name: 'Volver a intentarlo' })
  server.respond('get', path, { ...open, verified: true })
  await userEvent.click(retryButton)
  expect(await screen.findByText('Número confirmado')).toBeVisible()
})

test('a hidden number is explained', async () => {
  render(<PhoneProof customerId="c1" />)
  await userEvent.click(await offer())
  server.respond('get', path, { ...open, hidden: true })
  comeBack()
  expect(await screen.findByText('Tu WhatsApp oculta tu número')).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('Tu tarjeta funciona igual')
  server.respond('get', path, open)
  await userEvent.click(screen.getByRole('button', { name: 'Volver a intentarlo' }))
  expect(await offer()).toBeVisible()
})

test('a long wait shows a hint', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(<PhoneProof customerId="c1" />)
  await userEvent.click(await offer())
  expect(screen.queryByText(/¿Ya lo has enviado/)).toBeNull()
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(await screen.findByText(/¿Ya lo has enviado y no pasa nada\?/)).toBeVisible()
})

describe('a link on an open page', () => {
  const newer = `${link}%20de%20nuevo`
  const asksForLinks = () => server.requests.filter(({ method }) => method === 'POST')

  async function advanceMinutes(minutes: number) {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-26T10:00:00Z') })
    render(<PhoneProof customerId="c1" />)
    await offer()
    server.respond('post', path, { link: newer, expiresAt: '2026-03-26T12:00:00Z' })
    vi.setSystemTime(new Date('2026-03-26T10:00:00Z').getTime() + minutes * 60_000)
    comeBack()
  }

  test('stays the same within its lifetime', async () => {
    await advanceMinutes(49)
    await waitForResponses(server)
    expect(await offer()).toHaveAttribute('href', link)
    expect(asksForLinks()).toHaveLength(1)
  })

  test('is renewed after its lifetime', async () => {
    await advanceMinutes(50)
    await waitFor(async () => expect(await offer()).toHaveAttribute('href', newer))
    expect(asksForLinks()).toHaveLength(2)
  })

  test('is renewed when the page becomes visible', async () => {
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    await advanceMinutes(50)
    await waitForResponses(server)
    expect(asksForLinks()).toHaveLength(1)
    visibility.mockRestore()
    comeBack()
    await waitFor(async () => expect(await offer()).toHaveAttribute('href', newer))
  })

  test('is renewed after the phone was asleep, even if the response is read late', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-26T10:00:00Z') })
    const fallAsleep = () => {
      vi.setSystemTime(new Date('2026-03-26T10:50:00Z'))
      server.respond('post', path, { link: newer })
      return link
    }
    server.respond('post', path, { link: { toJSON: fallAsleep } })
    render(<PhoneProof customerId="c1" />)
    await waitFor(async () => expect(await offer()).toHaveAttribute('href', newer))
    expect(asksForLinks()).toHaveLength(2)
  })
})

test.each([
  ['has verified the phone already', { ...open, verified: true }],
  ['cannot verify phones', { ...open, offered: false }],
])('nothing is offered where the server %s', async (_, state) => {
  server.respond('get', path, state)
  const { container } = render(<PhoneProof customerId="c1" />)
  await waitFor(() => expect(server.requests).toHaveLength(1))
  await waitForResponses(server)
  expect(container).toBeEmptyDOMElement()
})

test('shows nothing when no link arrives', async () => {
  server.respond('post', path, { code: 'TOO_MANY_REQUESTS', message: 'Demasiados.' }, 429)
  const { container } = render(<PhoneProof customerId="c1" />)
  await waitFor(() => expect(server.requests).toHaveLength(2))
  await waitForResponses(server)
  expect(container).toBeEmptyDOMElement()
})
