import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses a field of a number after the dialog has opened, because opening focuses the close button. Selects its text,
 * so that a typed 2 makes no +12 of the suggested +1.
 */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return field
}
