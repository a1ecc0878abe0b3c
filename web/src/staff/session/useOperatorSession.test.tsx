import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api, session } from '@/api'
import type { Role } from '@/api/types'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { touchInterval, useOperatorSession } from './useOperatorSession'

const server = mockServer()

beforeEach(() => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() }))
afterEach(() => vi.useRealTimers())

function Page() {
  useOperatorSession()
  return <button type="button">Escribir</button>
}

async function open(role: Role) {
  server.respond('get', '/auth/session', { expiresAt: '2026-11-20T10:00:00Z', idleSeconds: 3600 })
  await renderScreen(<Page />, role)
}

const pass = (milliseconds: number) => vi.setSystemTime(Date.now() + milliseconds)
const type = () => act(() => fireEvent.keyDown(screen.getByRole('button'), { key: 'a' }))
const touches = () => server.requests.filter(({ path }) => path === '/auth/session')

test('typing keeps an operator signed in by a call every five minutes', async () => {
  await open('SUPERADMIN')
  await type()
  expect(touches()).toHaveLength(0)
  pass(touchInterval)
  await type()
  await type()
  await vi.waitFor(() => expect(touches()).toHaveLength(1))
  expect(touches()[0]?.headers.has('Axioma-Automatic')).toBe(false)
})

test('an ended session lapses at the next input', async () => {
  await open('SUPERADMIN')
  server.respond('get', '/auth/session', { code: 'SESSION_IDLE', message: 'Tu sesión se ha cerrado.' }, 401)
  pass(touchInterval)
  await type()
  await vi.waitFor(() => expect(session.isLapsed).toBe(true))
})

test('calls without input by the user are marked as automatic', async () => {
  await open('SUPERADMIN')
  await type()
  pass(61_000)
  await api.GET('/auth/session')
  expect(touches()[0]?.headers.get('Axioma-Automatic')).toBe('true')
})

test('typing by the staff of a business sends no call', async () => {
  await open('OWNER')
  pass(touchInterval)
  await type()
  expect(touches()).toHaveLength(0)
})
