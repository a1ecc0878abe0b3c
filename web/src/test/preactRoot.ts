import { render } from 'preact'
import { createRoot as createPageRoot } from '@/guest/app/preactRoot'

/** The root of the guest page, which a test can unmount. */
export function createRoot(container: Element) {
  return { ...createPageRoot(container), unmount: () => render(null, container) }
}
