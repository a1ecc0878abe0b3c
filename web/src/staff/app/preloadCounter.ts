import { session } from '@/api'
import { toastQueue } from '@/kit/notify'
import { registerCounterWorker } from '@/lib/serviceWorkers'
import type { createAppRouter } from './router'

type Router = ReturnType<typeof createAppRouter>

/**
 * Loads the counter's files after the first render of a signed-in user, so that the counter opens offline.
 * Toasts load next. The service worker registers last: if it is replaced while files load, a page that
 * reloads may wait forever.
 */
export function preloadCounter(router: Router): () => void {
  const preload = () => {
    if (session.get()) void load(router).then(() => registerCounterWorker())
  }
  requestAnimationFrame(() => setTimeout(preload))
  return session.subscribe(preload)
}

async function load(router: Router): Promise<void> {
  await router.loadRouteChunk(router.routesByPath['/staff/checkin'])
  await toastQueue.load()
}
