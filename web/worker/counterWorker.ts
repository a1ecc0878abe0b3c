/** Precaches the staff app and stores no customer data. API calls and the version check bypass it. */
import { setCacheNameDetails } from 'workbox-core'
import { createHandlerBoundToURL, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { hasVisitsOnDevice } from '@/acts/staff/outbox/store'
import { cachePrefixes, workerMessages } from '@/lib/workerMessages'

declare const self: ServiceWorkerGlobalScope
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

/** A newer app may not read visits stored by the old one, so the update waits until they are sent. */
async function refuseWhileVisitsWait(): Promise<void> {
  if (self.registration.active && (await hasVisitsOnDevice())) throw new Error('visits wait')
}

/** Activates this worker if no other page is open. */
async function takeOverAlone(): Promise<void> {
  const open = await self.clients.matchAll({ type: 'window', includeUncontrolled: true })
  if (open.length < 2 && !(await hasVisitsOnDevice())) await self.skipWaiting()
}
