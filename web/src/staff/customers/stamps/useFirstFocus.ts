import { type RefObject, useEffect, useRef } from 'react'

/** useFirstFocus focuses a field once its dialog is open. The dialog itself would focus its close button. */
export function useFirstFocus(): RefObject<HTMLInputElement | null> {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return field
}
