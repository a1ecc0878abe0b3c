import { session } from '@/api'
import { toastQueue } from '@/kit/notify'
import { registerCounterWorker } from '@/lib/serviceWorkers'
import type { createAppRouter } from './router'

type Router = ReturnType<typeof createAppRouter>

/**
 * Has the counter's files at hand for whoever is signed in, once the page has been drawn: the counter then opens though
 * the network is gone by the time somebody comes. What shows short messages comes after it, and last, where the
 * browser can, the worker that opens the counter also after a restart: one that takes the place of another while files pass
 * through that one is held up, and a page that is loaded anew in that moment may be left waiting by the browser.
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
