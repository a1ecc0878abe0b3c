import { type ComponentChild, render } from 'preact'
import { keepTyped } from './keepTyped'

/**
 * Takes the place of react-dom/client in the customers' page. What the server has drawn in the container is taken over
 * piece by piece, whatever this browser shows instead of it: a field that is the same on both keeps the focus and what is
 * typed. Hydration would trust the attributes to be the same, and React's own root begins with an empty container.
 */
export function createRoot(container: Element) {
  return { render: (page: ComponentChild) => keepTyped(container, () => render(page, container)) }
}
