type Control = HTMLInputElement | HTMLSelectElement

/** Reads the values of changed fields by name. An unticked box gives an empty text. */
export function readTypedValues(page: Element): Record<string, string> {
  const controls = [...page.querySelectorAll<Control>('input[name], select[name]')]
  return Object.fromEntries(controls.filter(isChanged).map((control) => [control.name, filledIn(control)]))
}

function isChanged(control: Control): boolean {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  }
  if (control.type === 'checkbox') return control.checked !== control.defaultChecked
  return control.value !== control.defaultValue
}

function filledIn(control: Control): string {
  return control instanceof HTMLInputElement && control.type === 'checkbox' && !control.checked
    ? ''
    : control.value
}
