import { type RefObject, useEffect, useRef } from 'react'

/** Waits for the dialog to open, which itself would focus its close button. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
