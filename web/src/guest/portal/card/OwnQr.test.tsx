import { act, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endPortalSession, startPortalSession } from '@/api/portalSession'
import { reward } from '@/test/examples'
import { ownWith, signedIn } from '../examples'
import { OwnQr } from './OwnQr'

const requestWakeLock = vi.fn()
const releaseWakeLock = vi.fn()

beforeEach(() => {
  releaseWakeLock.mockReset()
  requestWakeLock.mockReset().mockResolvedValue({ release: releaseWakeLock })
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request: requestWakeLock } })
  window.history.replaceState(null, '')
})
afterEach(() => {
  Reflect.deleteProperty(navigator, 'wakeLock')
  endPortalSession()
})

const qr = () => screen.getByRole('button', { name: /^Código QR personal de Ana Ruiz/ })
const fullScreenDialog = () => screen.queryByRole('dialog', { name: 'Tu QR' })

const goBackBy = (leave: () => void) =>
  act(async () => {
    const navigation = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    leave()
    await navigation
  })

async function openFullScreen() {
  render(<OwnQr own={ownWith()} />)
  await userEvent.click(qr())
  return fullScreenDialog() as HTMLDialogElement
}

// Spec: portal-15
test('a tap shows the QR on the full screen, which stays awake until it is closed', async () => {
  const dialog = await openFullScreen()
  expect(dialog).toBeVisible()
  expect(dialog).toHaveTextContent('Ana Ruiz')
  expect(requestWakeLock).toHaveBeenCalledExactlyOnceWith('screen')
  await goBackBy(() => screen.getByRole('button', { name: /Toca para cerrar$/ }).click())
  expect(fullScreenDialog()).toBeNull()
  expect(releaseWakeLock).toHaveBeenCalledOnce()
})

test('the back button closes the full-screen QR and stays on the page', async () => {
  await openFullScreen()
  await goBackBy(() => window.history.back())
  expect(fullScreenDialog()).toBeNull()
  expect(qr()).toBeVisible()
})

test('a second close event does not go back a second time', async () => {
  const back = vi.spyOn(window.history, 'back')
  const dialog = await openFullScreen()
  await goBackBy(() => {
    fireEvent(dialog, new Event('close'))
    fireEvent(dialog, new Event('close'))
  })
  expect(fullScreenDialog()).toBeNull()
  expect(back).toHaveBeenCalledOnce()
})

test('the full-screen QR survives a reload', () => {
  window.history.replaceState({ overlay: true }, '')
  render(<OwnQr own={ownWith()} />)
  expect(fullScreenDialog()).toBeVisible()
})

// Spec: portal-15
test('the QR stored in the session is shown until the customer is loaded', () => {
  startPortalSession(signedIn)
  render(<OwnQr own={null} />)
  expect(screen.getByRole('img', { name: 'Tu código QR personal' })).toHaveAttribute(
    'src',
    'http://axioma.test/api/public/customers/c1234567890abcdef/qr.png',
  )
})

test('a wallet pass is offered where the server issues passes', () => {
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue('iPhone')
  const passUrl = '/api/public/customers/c1234567890abcdef/pass.pkpass'
  const { rerender } = render(<OwnQr own={ownWith()} />)
  expect(screen.queryByRole('link', { name: 'Añadir a Apple Wallet' })).toBeNull()
  rerender(<OwnQr own={ownWith({}, { passUrl })} />)
  const add = screen.getByRole('link', { name: 'Añadir a Apple Wallet' })
  expect(add).toHaveAttribute('href', `http://axioma.test${passUrl}`)
  rerender(<OwnQr own={ownWith({}, { passUrl })} offline />)
  expect(add, 'the link does not work offline').not.toBeInTheDocument()
})

test('a session without a customer id shows no QR until the customer is loaded', () => {
  startPortalSession({ ...signedIn, customerId: '' })
  const { rerender } = render(<OwnQr own={null} />)
  expect(screen.queryByRole('img')).toBeNull()
  rerender(<OwnQr own={ownWith()} />)
  expect(qr()).toBeVisible()
})

test.each([
  ['5 de 10 · te esperan 2 recompensas', { count: 5, rewards: [reward('HALF'), reward('WELCOME')] }],
  ['10 de 10 · te espera 1 recompensa', { count: 10, rewards: [reward('FREE')] }],
  ['3 de 10', { count: 13 }],
])('shows the state of the card under the name: %s', (line, progress) => {
  render(<OwnQr own={ownWith(progress)} />)
  expect(screen.getByText('Ana Ruiz').nextElementSibling).toHaveTextContent(line)
})
