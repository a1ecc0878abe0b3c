import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderScreen } from '@/test/renderScreen'
import { mockServer } from '@/test/server'
import { waitForResponses } from '@/test/waitForResponses'
import { VersionNotice } from './VersionNotice'

const server = mockServer()
const knownRelease = {
  version: '1.2.3',
  asks: true,
  newest: '1.3.0',
  address: 'https://forge.example/v1.3.0',
  newer: true,
}

test('reports a newer release with a link', async () => {
  server.respond('get', '/cp/version', knownRelease)
  await renderScreen(<VersionNotice />, 'SUPERADMIN')
  expect(await screen.findByText('Hay una versión nueva de Axioma: 1.3.0')).toBeVisible()
  expect(screen.getByRole('link')).toHaveAttribute('href', knownRelease.address)
})

test.each([{ newer: false }, { newest: null, asks: false, newer: false }])(
  'is hidden for %j',
  async (change) => {
    server.respond('get', '/cp/version', { ...knownRelease, ...change })
    const { container } = await renderScreen(<VersionNotice />, 'SUPERADMIN')
    await waitForResponses(server)
    expect(server.requests).toHaveLength(1)
    expect(container.textContent).toBe('')
  },
)
