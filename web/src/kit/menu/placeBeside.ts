/** The space between a menu and its button, and between a menu and the edge of the window, in pixels. */
const gap = 6
const margin = 8

/**
 * Places a fixed element under a button, right edges together, or above it where there is more room, inside the window. An ancestor may be what
 * it is fixed to, so that is measured rather than assumed.
 */
export function placeBeside(element: HTMLElement, button: HTMLElement): void {
  element.style.left = element.style.top = '0'
  const origin = element.getBoundingClientRect()
  const around = button.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement

  const left = Math.max(margin, Math.min(around.right - origin.width, clientWidth - margin - origin.width))

  const below = clientHeight - around.bottom
  const fitsBelow = origin.height + gap + margin <= below || below >= around.top
  const top = fitsBelow ? around.bottom + gap : around.top - gap - origin.height
  const bounded = Math.max(margin, Math.min(top, clientHeight - margin - origin.height))

  element.style.left = `${left - origin.left}px`
  element.style.top = `${bounded - origin.top}px`
}
