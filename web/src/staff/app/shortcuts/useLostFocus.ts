import { useEffect } from 'react'

/** Elements that can take the focus of a removed one, such as a panel. */
const homes = 'section, dialog, main'

/** Milliseconds. A screen may first set the focus itself. */
const patience = 50

/**
 * Focuses the nearest remaining panel after the focused element has been removed, such as the button of a
 * deleted row. The browser would leave the focus at the start of the page.
 */
export function useLostFocus(): void {
  useEffect(() => {
    const root = document.querySelector('main')
    if (!root) return
    let focusedElement: Element | null = null
    let around: HTMLElement[] = []
    let timer = 0
    const remember = ({ target }: FocusEvent) => {
      focusedElement = target as Element
      around = homesOf(focusedElement)
    }
    const check = () => {
      const { activeElement, body } = document
      if (!focusedElement || activeElement === focusedElement) return
      const isLost = !focusedElement.isConnected && activeElement === body
      focusedElement = null
      if (isLost) around.some(takesFocus)
    }
    const checkSoon = () => {
      window.clearTimeout(timer)
      timer = window.setTimeout(check, patience)
    }
    const removals = new MutationObserver(() => {
      if (focusedElement && !focusedElement.isConnected) checkSoon()
    })
    root.addEventListener('focusin', remember)
    root.addEventListener('focusout', checkSoon)
    removals.observe(root, { childList: true, subtree: true })
    return () => {
      window.clearTimeout(timer)
      root.removeEventListener('focusin', remember)
      root.removeEventListener('focusout', checkSoon)
      removals.disconnect()
    }
  }, [])
}

function homesOf(element: Element): HTMLElement[] {
  const home = element.parentElement?.closest<HTMLElement>(homes)
  return home ? [home, ...homesOf(home)] : []
}

/** Whether an element can take the focus; false if it is hidden or gone. */
function takesFocus(home: HTMLElement): boolean {
  if (!home.isConnected || home.closest('dialog:not([open])')) return false
  if (!home.hasAttribute('tabindex')) home.tabIndex = -1
  home.focus({ preventScroll: true })
  return document.activeElement === home
}
