import { render } from 'preact'
import { createRoot as createPageRoot } from '@/guest/app/preactRoot'

export function createRoot(container: Element) {
  return { ...createPageRoot(container), unmount: () => render(null, container) }
}
