import { session } from '@/api'
import type { createAppRouter } from './router'

type Router = ReturnType<typeof createAppRouter>

/**
 * Has the counter's files at hand for whoever is signed in, once the page has been drawn: the counter then opens though
 * the network is gone by the time somebody comes.
 */
export function preloadCounter(router: Router): () => void {
  const counter = router.routesByPath['/staff/checkin']
  const preload = () => {
    if (session.get()) void router.loadRouteChunk(counter)
  }
  requestAnimationFrame(() => setTimeout(preload))
  return session.subscribe(preload)
}
