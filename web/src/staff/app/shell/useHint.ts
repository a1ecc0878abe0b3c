import { type KeyboardEvent, useState } from 'react'

/** On hover, focus or touch. Escape hides it. */
export function useHint() {
  const [isShown, setShown] = useState(false)
  const show = () => setShown(true)
  const hide = () => setShown(false)
  return {
    isShown,
    /** Props of the element around control and hint. */
    around: { onPointerEnter: show, onPointerLeave: hide },
    /** Props of the control. */
    control: {
      onFocus: show,
      onBlur: hide,
      onKeyDown: (event: KeyboardEvent) => event.key === 'Escape' && hide(),
    },
    show,
  }
}
