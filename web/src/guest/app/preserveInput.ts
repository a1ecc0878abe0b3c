import { readTypedValues } from './readTypedValues'

/**
 * Renders, and keeps values, focus and caret of fields in which the user already types. Preact matches fields by
 * order, so an inserted notice could move a value to another field.
 */
export function preserveInput(container: Element, render: () => void): void {
  const typedValues = readTypedValues(container)
  const before = new Map(fieldsOf(container).map((field) => [field, field.name]))
  const focusedName = before.get(document.activeElement as HTMLInputElement)
  const caret = caretOf(document.activeElement)
  render()
  for (const field of fieldsOf(container)) {
    const former = before.get(field)
    const typedValue = typedValues[field.name]
    if (typedValue !== undefined) fill(field, typedValue)
    else if (former !== undefined && former !== field.name) fill(field, field.defaultValue)
    if (focusedName && field.name === focusedName && field !== document.activeElement) {
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

function fill(field: HTMLInputElement, text: string): void {
  if (field.value === text) return
  field.value = text
  field.dispatchEvent(new Event('input', { bubbles: true }))
}

/** The selection in a field; null for fields without a caret, such as e-mail. */
function caretOf(element: Element | null): [number, number] | null {
  if (!(element instanceof HTMLInputElement)) return null
  const { selectionStart, selectionEnd } = element
  return selectionStart === null || selectionEnd === null ? null : [selectionStart, selectionEnd]
}
