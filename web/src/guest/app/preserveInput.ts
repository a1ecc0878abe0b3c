import { readTypedValues } from './readTypedValues'

/**
 * Draws a page over one that can be typed into already, and keeps what was typed and where. The new page takes over the
 * fields one by one, by their order: where it has a notice more than the old one, a field would become its neighbour, with
 * its letters.
 */
export function preserveInput(container: Element, render: () => void): void {
  const typed = readTypedValues(container)
  const before = new Map(fieldsOf(container).map((field) => [field, field.name]))
  const focused = before.get(document.activeElement as HTMLInputElement)
  const caret = caretOf(document.activeElement)
  render()
  for (const field of fieldsOf(container)) {
    const former = before.get(field)
    const wanted = typed[field.name]
    if (wanted !== undefined) fill(field, wanted)
    else if (former !== undefined && former !== field.name) fill(field, field.defaultValue)
    if (focused && field.name === focused && field !== document.activeElement) {
      field.focus()
      if (caret) field.setSelectionRange(...caret)
    }
  }
}

function fieldsOf(container: Element): HTMLInputElement[] {
  const isTypedInto = ({ type }: HTMLInputElement) =>
    type !== 'checkbox' && type !== 'radio' && type !== 'hidden'
  return [...container.querySelectorAll<HTMLInputElement>('input[name]')].filter(isTypedInto)
}

/** Types into a field, unless it says that already. */
function fill(field: HTMLInputElement, text: string): void {
  if (field.value === text) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** Where the next letter goes; null where a field does not say it, as those for e-mail addresses. */
function caretOf(element: Element | null): [number, number] | null {
  if (!(element instanceof HTMLInputElement)) return null
  const { selectionStart, selectionEnd } = element
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd]
}
