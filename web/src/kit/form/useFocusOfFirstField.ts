import { useLayoutEffect } from 'react'

/**
 * Focuses the first field of a form in a dialog; the browser would focus the close button. The component that
 * renders the dialog calls it, so that its effect runs after the dialog is open.
 */
export function useFocusOfFirstField(formId: string, isOpen = true) {
  useLayoutEffect(() => {
    if (!isOpen) return
    const form = document.getElementById(formId)
    const field = form?.querySelector<HTMLElement>(
      ':is(input, select, textarea):enabled:not([type="hidden"])',
    )
    if (field instanceof HTMLInputElement && field.type === 'radio') chosenOf(field).focus()
    else field?.focus()
  }, [formId, isOpen])
}

function chosenOf(radio: HTMLInputElement): HTMLElement {
  const group = radio.form?.elements.namedItem(radio.name)
  const radios = group instanceof RadioNodeList ? [...group] : []
  return (
    radios.find((each): each is HTMLInputElement => each instanceof HTMLInputElement && each.checked) ?? radio
  )
}
