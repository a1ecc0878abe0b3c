import { type KeyboardEvent, useState } from 'react'

/** A hint that shows on hover, focus or touch. Escape hides it. */
export function useHint() {
  const [isShown, setShown] = useState(false)
  const show = () => setShown(true)
  const hide = () => setShown(false)
  return {
    isShown,
    around: { onPointerEnter: show, onPointerLeave: hide },
    control: {
      onFocus: show,
      onBlur: hide,
      onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && hide(),
    },
    show,
  }
}
