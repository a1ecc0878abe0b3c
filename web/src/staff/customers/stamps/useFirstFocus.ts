import { type RefObject, useEffect, useRef } from 'react'

/** Focuses a field after the dialog has opened, because opening focuses the close button. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
