import type { BrowserContext } from '@playwright/test'

/** Collects uncaught errors, CSP violations, console messages and requests to other hosts. */
export function watch(context: BrowserContext, origins: readonly (string | undefined)[]): string[] {
  const offences: string[] = []
  context.on('weberror', (error) =>
    offences.push(`uncaught error: ${error.error().stack ?? error.error().message}`),
  )
  context.on('console', (message) => {
    // The browser logs every failed response, and tests cause many.
    const isRefusal = message.text().startsWith('Failed to load resource')
    if (message.type() === 'error' && !isRefusal) offences.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { protocol, origin: asked } = new URL(request.url())
    if (protocol.startsWith('http') && !origins.includes(asked))
      offences.push(`request to another host: ${request.url()}`)
  })
  return offences
}
