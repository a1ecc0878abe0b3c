/** Precaches the app and stores no personal data. API calls bypass it. */
import { setCacheNameDetails } from 'workbox-core'
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { networkFirst } from '@/lib/networkFirst'
import { cachePrefixes } from '@/lib/workerMessages'

declare const self: ServiceWorkerGlobalScope
declare const __FILES__: PrecacheEntry[]

setCacheNameDetails({ prefix: cachePrefixes.portal })
// The page is network-first, so a newer worker takes nothing from an open page.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
precacheAndRoute(__FILES__)
registerRoute(
  new NavigationRoute(({ request }) => networkFirst(request, () => matchPrecache('/public.html'))),
)
