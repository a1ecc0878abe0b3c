import { session } from '@/api'
import { keepCounter } from '@/lib/serviceWorkers'
import { menuParts } from '@/ui/Menu'
import { messages } from '@/ui/notify'
import type { createAppRouter } from './router'

type Router = ReturnType<typeof createAppRouter>

/**
 * Has the counter's files at hand for whoever is signed in, once the page has been drawn: the counter then opens though
 * the network is gone by the time somebody comes, and where the browser can keep the app also after a restart. What shows
 * short messages and menus comes after it.
 */
export function preloadCounter(router: Router): () => void {
  const counter = router.routesByPath['/staff/checkin']
  const preload = () => {
    if (!session.get()) return
    void Promise.resolve(router.loadRouteChunk(counter)).then(() => [messages.load(), menuParts.load()])
    void keepCounter()
  }
  requestAnimationFrame(() => setTimeout(preload))
  return session.subscribe(preload)
}
