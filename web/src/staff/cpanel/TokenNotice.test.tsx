import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { sayExactly } from '@/lib/dates'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { waitForResponses } from '@/test/waitForResponses'
import { TokenNotice } from './TokenNotice'

const server = mockServer()
const show = async (state: object) => {
  server.respond('get', '/cp/wa/token', state)
  await renderScreen(<TokenNotice />, 'SUPERADMIN')
}

test('warns of a token that expires soon', async () => {
  const endsAt = '2126-01-01T10:00:00Z'
  await show({ endsAt, askedAt: endsAt, near: true })
  expect(await screen.findByText(`El token de WhatsApp caduca el ${sayExactly(endsAt)}`)).toBeVisible()
})

test('reports an expired token', async () => {
  const endsAt = '2020-01-01T10:00:00Z'
  await show({ endsAt, askedAt: endsAt, near: true })
  expect(await screen.findByText(`El token de WhatsApp caducó el ${sayExactly(endsAt)}`)).toBeVisible()
})

test.each([
  { endsAt: '2126-01-01T10:00:00Z', askedAt: null, near: false },
  { endsAt: null, askedAt: null, near: false },
])('is hidden for %j', async (state) => {
  await show(state)
  await waitForResponses(server)
  expect(server.requests.some(({ path }) => path === '/cp/wa/token')).toBe(true)
  expect(screen.queryByText(/token de WhatsApp/)).not.toBeInTheDocument()
})
