import { type RefObject, useEffect } from 'react'

/** Moves the focus to the first field that is not right, once the form has been drawn anew. */
export function focusFirstError(form: RefObject<HTMLElement | null>): void {
  requestAnimationFrame(() => focusIn(form))
}

/** Does so for what the server refuses: its answer is drawn when it likes, which can be later than the next frame. */
export function useFocusFirstError(form: RefObject<HTMLElement | null>, refusal: Error | null): void {
  useEffect(() => {
    if (refusal) focusIn(form)
  }, [form, refusal])
}

function focusIn(form: RefObject<HTMLElement | null>): void {
  form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
}
