import { render } from 'preact'
import { createRoot as createPageRoot } from '@/guest/app/preactRoot'

/** The root of the guests' page, which a test takes away again. */
export function createRoot(container: Element) {
  return { ...createPageRoot(container), unmount: () => render(null, container) }
}
