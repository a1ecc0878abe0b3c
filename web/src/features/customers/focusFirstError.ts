import type { RefObject } from 'react'

/** Moves the focus to the first field that is not right, once the form has been drawn anew. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
}
