import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the number field once the dialog is open, because the dialog focuses its close button. Selects the
 * suggested text, so that typing replaces it.
 */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    field.current?.focus()
    field.current?.select()
  }, [])
  return field
}
