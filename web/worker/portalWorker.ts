/**
 * The worker of the customers' portal: it opens the portal's page where there is no network. It keeps the files of the app
 * and nothing of anybody; what is known of the customer the page itself keeps, and forgets. Calls of the API do not pass
 * through it.
 */
import { setCacheNameDetails } from 'workbox-core'
import { matchPrecache, type PrecacheEntry, precacheAndRoute } from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import { networkFirst } from '@/lib/networkFirst'
import { cachePrefixes } from '@/lib/workerMessages'

declare const self: ServiceWorkerGlobalScope
/** What the build has made of the customers' page. */
declare const __FILES__: PrecacheEntry[]

setCacheNameDetails({ prefix: cachePrefixes.portal })
// The page is asked of the server first, so a newer worker takes nothing from a page that is open.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))
precacheAndRoute(__FILES__)
registerRoute(
  new NavigationRoute(({ request }) => networkFirst(request, () => matchPrecache('/public.html'))),
)
