/**
 * The worker of the counter: it keeps the whole staff app at hand, so that the counter opens without a network, and knows
 * nothing of customers. Calls of the API and the version that the server offers never pass through it.
 */
import { setCacheNameDetails } from 'workbox-core'
import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { hasVisitsOnDevice } from '@/acts/staff/outbox/store'
import { cachePrefixes, workerMessages } from '@/lib/workerMessages'

declare const self: ServiceWorkerGlobalScope
/** What the build has made of the staff app. */
declare const __FILES__: PrecacheEntry[]

setCacheNameDetails({ prefix: cachePrefixes.counter })
self.addEventListener('install', (event) => event.waitUntil(refuseWhileVisitsWait()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
self.addEventListener('message', (event) => {
  if (event.data === workerMessages.takeOver) event.waitUntil(self.skipWaiting())
  if (event.data === workerMessages.takeOverAlone) event.waitUntil(takeOverAlone())
})
precacheAndRoute(__FILES__)
registerRoute(new NavigationRoute(createHandlerBoundToURL('/index.html')))

/** A newer app might not know how to read what the older one has kept: it comes when that has been sent. */
async function refuseWhileVisitsWait(): Promise<void> {
  if (self.registration.active && (await hasVisitsOnDevice())) throw new Error('visits wait')
}

/** Takes over for a page that was just loaded, but not where another one is open, in which somebody may be at work. */
async function takeOverAlone(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.length < 2 && !(await hasVisitsOnDevice())) await self.skipWaiting()
}
