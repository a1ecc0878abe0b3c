import type { BrowserContext } from '@playwright/test'

/**
 * Collects what no page may do, whatever the test is about: throw an error nobody catches, break the content security
 * policy, or talk to another host.
 */
export function watch(context: BrowserContext, origin: string): string[] {
  const offences: string[] = []
  context.on('weberror', (error) =>
    offences.push(`uncaught error: ${error.error().stack ?? error.error().message}`),
  )
  context.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) offences.push(message.text())
  })
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith('http') && asked !== origin)
      offences.push(`request to another host: ${request.url()}`)
  })
  return offences
}
