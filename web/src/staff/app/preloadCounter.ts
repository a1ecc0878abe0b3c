import { session } from '@/api'
import { toastQueue } from '@/kit/notify'
import { registerCounterWorker } from '@/lib/serviceWorkers'
import type { createAppRouter } from './router'

type Router = ReturnType<typeof createAppRouter>

/**
 * Loads the counter's files after a user's first render, so that it opens offline. Toasts load next. The
 * service worker registers last: replacing it while files load through it may leave a reloading page
 * waiting.
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
