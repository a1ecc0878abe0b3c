import { render, screen, waitFor } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { PublicApp } from './PublicApp'

// Which page it is, and what it is given of the address; what the pages do is tried beside them.
vi.mock('@/features/portal/PortalPage', () => ({
  default: ({ address }: { address: URL }) => <p>the portal at {address.pathname}</p>,
}))
vi.mock('@/features/registration/FixedScreen', () => ({
  default: ({ address }: { address: URL }) => <p>the fixed page of {address.searchParams.get('cid')}</p>,
}))
vi.mock('@/features/registration/RegisterScreen', () => ({
  RegisterScreen: ({ businessId }: { businessId: string | null }) => <p>the form of {businessId}</p>,
}))
vi.mock('@/features/version/VersionNotice', () => ({ VersionNotice: () => null }))

const replace = vi.fn<(address: string) => void>()

beforeEach(() => {
  replace.mockClear()
  vi.stubGlobal('location', { ...window.location, replace })
})

const open = (path: string) => render(<PublicApp address={new URL(path, 'http://axioma.test')} />)

test.each([
  ['/public/register?bid=b1', 'the form of b1'],
  ['/qr?cid=c1', 'the fixed page of c1'],
  ['/public/qr?cid=c1', 'the fixed page of c1'],
  ['/app/qr?cid=c1', 'the fixed page of c1'],
  ['/qr/?cid=c1', 'the fixed page of c1'],
  ['/portal', 'the portal at /portal'],
  ['/portal/points', 'the portal at /portal/points'],
  ['/portal/data', 'the portal at /portal/data'],
])('%s is %s', async (path, page) => {
  open(path)
  expect(await screen.findByText(page)).toBeVisible()
  expect(replace).not.toHaveBeenCalled()
})

test.each([
  ['/app/public/qr?cid=c1', '/app/qr?cid=c1'],
  ['/qr/a.png', '/'],
  ['/qrs', '/'],
  ['/public/nowhere', '/'],
  ['/public/customers/c1/qr', '/'],
  ['/portal/nowhere', '/'],
  ['/portals', '/'],
])('%s leads to %s', async (path, elsewhere) => {
  open(path)
  await waitFor(() => expect(replace.mock.calls).toEqual([[elsewhere]]))
})
