import { render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { endPortalSession, readPortalSession, startPortalSession } from '@/api/portalSession'
import { mockServer } from '@/test/server'
import { signedIn } from './examples'
import PortalPage from './PortalPage'

vi.mock('./card/PointsScreen', () => ({
  PointsScreen: ({ onLeave }: { onLeave: () => void }) => (
    <button type="button" onClick={onLeave}>
      the points
    </button>
  ),
}))
vi.mock('./data/DataScreen', () => ({ DataScreen: () => <p>the data</p> }))
vi.mock('./signin/SignInScreen', () => ({
  SignInScreen: ({ businessId, withBirthday }: { businessId: string | null; withBirthday: boolean }) => (
    <p>{['the sign-in', businessId, withBirthday && 'with the birth date'].filter(Boolean).join(' ')}</p>
  ),
}))

const server = mockServer()
const replace = vi.fn<(address: string) => void>()

beforeEach(() => {
  replace.mockClear()
  vi.stubGlobal('location', { ...window.location, replace })
})
afterEach(endPortalSession)

const open = (path: string) => render(<PortalPage address={new URL(path, 'http://axioma.test')} />)

// Spec: routes-15
test.each([
  ['/portal', 'the sign-in'],
  ['/portal?bid=b1', 'the sign-in b1'],
  ['/portal?bid=b1&next=/portal/points', 'the sign-in b1 with the birth date'],
])('without a session %s shows %s', async (path, page) => {
  open(path)
  expect(await screen.findByText(page)).toBeVisible()
  expect(replace).not.toHaveBeenCalled()
})

// Spec: routes-15
test.each([
  ['/portal/points', '/portal'],
  ['/portal/data?bid=b1', '/portal?bid=b1'],
])('without a session %s leads to %s', async (path, target) => {
  open(path)
  await waitFor(() => expect(replace.mock.calls).toEqual([[target]]))
})

// Spec: routes-15
test.each([
  ['/portal', '/portal/points'],
  ['/portal?bid=b1&next=/portal/data', '/portal/data'],
])('with a session %s leads to %s', async (path, target) => {
  startPortalSession(signedIn)
  open(path)
  await waitFor(() => expect(replace.mock.calls).toEqual([[target]]))
})

test('a session of one business still sees the sign-in of another', async () => {
  startPortalSession(signedIn)
  open('/portal?bid=b2')
  expect(await screen.findByText('the sign-in b2')).toBeVisible()
})

// Spec: portal-23
test("a session sees points and data, and 'Salir' ends it", async () => {
  server.respond('post', '/portal/me/logout', null, 204)
  startPortalSession(signedIn)
  const { unmount } = open('/portal/data')
  expect(await screen.findByText('the data')).toBeVisible()
  unmount()
  open('/portal/points')
  ;(await screen.findByRole('button', { name: 'the points' })).click()
  expect(readPortalSession()).toBeNull()
  expect(replace.mock.calls).toEqual([['/portal?bid=b1']])
  await waitFor(() => expect(server.requests.map(({ path }) => path)).toEqual(['/portal/me/logout']))
  expect(server.requests[0]?.headers.get('Authorization')).toBe(`Bearer ${signedIn.token}`)
})
