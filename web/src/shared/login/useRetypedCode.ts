import { type RefObject, useEffect } from 'react'

/** Selects a refused code, so that the next one replaces it. `refusal` is null unless the code was refused. */
export function useRetypedCode(form: RefObject<HTMLFormElement | null>, refusal: Error | null): void {
  useEffect(() => {
    if (!refusal) return
    const field = form.current?.querySelector('input')
    field?.focus()
    field?.select()
  }, [form, refusal])
}
