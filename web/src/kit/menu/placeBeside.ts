/** Pixels between list and button, and between list and window edge. */
const gap = 6
const margin = 8

/**
 * Places the element below the button, or above if it fits only there or there is more space. Measures the origin of
 * its coordinates, because an ancestor may be the containing block.
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
  const boundedTop = Math.max(margin, Math.min(top, clientHeight - margin - origin.height))

  element.style.left = `${left - origin.left}px`
  element.style.top = `${boundedTop - origin.top}px`
}
