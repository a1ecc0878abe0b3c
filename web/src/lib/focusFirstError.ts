import { type RefObject, useEffect } from 'react'

/** Runs after the next render, which shows the errors. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => focusIn(form))
}

/** A server error may render later than the next frame. */
export function useFocusFirstError(form: RefObject<HTMLElement | null>, refusal: Error | null): void {
  useEffect(() => {
    if (refusal) focusIn(form)
  }, [form, refusal])
}

function focusIn(form: RefObject<HTMLElement | null>): void {
  form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
