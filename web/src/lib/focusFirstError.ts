import { type RefObject, useEffect } from 'react'

/** Focuses the first invalid field after the next render, which shows the errors. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => focusIn(form))
}

/** Focuses the first invalid field after a server's refusal, which may render later than the next frame. */
export function useFocusFirstError(form: RefObject<HTMLElement | null>, refusal: Error | null): void {
  useEffect(() => {
    if (refusal) focusIn(form)
  }, [form, refusal])
}

function focusIn(form: RefObject<HTMLElement | null>): void {
  form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
