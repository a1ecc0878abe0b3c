import { screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { CertificateNotice, WalletStatus } from './WalletStatus'

const server = mockServer()
const appleStatus = { missing: null, passType: 'pass.es.axioma.card', endsAt: null }
const google = { missing: null, issuer: '3388000000012345678' }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-25T15:00:00') })
})
afterEach(() => vi.useRealTimers())

const inDays = (days: number) => new Date(Date.now() + (days * 24 + 1) * 60 * 60 * 1000).toISOString()

async function open(state: object) {
  server.respond('get', '/cp/wallet', state)
  const { container } = await renderScreen(
    <>
      <CertificateNotice />
      <WalletStatus />
    </>,
    'SUPERADMIN',
  )
  await screen.findByText(/^Apple Wallet:/)
  return container
}

test("shows that passes are issued, with the operator's ids at the vendors", async () => {
  const { textContent } = await open({ ...appleStatus, endsAt: inDays(200), google })
  expect(textContent).toBe(
    'Apple Wallet: los clientes pueden añadir su tarjeta (pass.es.axioma.card).Google Wallet: los clientes pueden añadir su tarjeta (3388000000012345678).',
  )
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  ['NOT_SET_UP', /sin configurar\. Cómo se configura/],
  ['NO_HTTPS', /dirección pública con https/],
  ['UNUSABLE', /no sirve\. Qué mirar/],
  ['ANOTHER_REASON', /no sirve\. Qué mirar/],
])('shows why no passes are issued, with advice: %s', async (missing, words) => {
  await open({ ...appleStatus, missing, google: { missing, issuer: null } })
  expect(screen.getByText(/^Apple Wallet:/)).toHaveTextContent(words)
  expect(screen.getByText(/^Google Wallet:/)).toHaveTextContent(words)
})

test.each([
  [61, null],
  [60, /acaba en 60 días/],
  [31, /acaba en 31 días/],
])('a certificate that ends in %d days is not a warning', async (days, words) => {
  await open({ ...appleStatus, endsAt: inDays(days), google })
  if (words) expect(screen.getByText(words)).toBeVisible()
  else expect(screen.queryByText(/acaba/)).toBeNull()
  expect(screen.queryByRole('status')).toBeNull()
})

test.each([
  [30, /acaba en 30 días/],
  [7, /acaba en 7 días/],
  [1, /acaba en 1 día,/],
  [0, /acaba hoy/],
  [-2, /acabó el/],
])('a certificate that ends in %d days must be renewed', async (days, words) => {
  await open({ ...appleStatus, endsAt: inDays(days), google })
  expect(screen.getByRole('status')).toHaveTextContent(words)
  expect(screen.getByRole('status')).toHaveTextContent(/Hay que pedir a Apple uno nuevo/)
})

test.each([
  ['2026-11-26T01:00:00', /acaba en 1 día, el 26 de noviembre/],
  ['2026-11-25T23:00:00', /acaba hoy, el 25 de noviembre/],
  ['2026-11-25T14:00:00', /acabó el 25 de noviembre/],
])('counts calendar days to the end: %s', async (end, words) => {
  await open({ ...appleStatus, endsAt: new Date(end).toISOString(), google })
  expect(screen.getByRole('status')).toHaveTextContent(words)
})
