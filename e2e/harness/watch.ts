import type { BrowserContext } from '@playwright/test'

/**
 * Collects what no page may do, whatever the test is about: throw an error nobody catches, break the content security
 * policy, complain on the console, or talk to another host.
 */
export function watch(context: BrowserContext, origin: string): string[] {
  const offences: string[] = []
  context.on('weberror', (error) =>
    offences.push(`uncaught error: ${error.error().stack ?? error.error().message}`),
  )
  context.on('console', (message) => {
    // The browser itself reports every answer that is not a success, and tests ask for many of them.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) offences.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith('http') && asked !== origin)
      offences.push(`request to another host: ${request.url()}`)
  })
  return offences
}
