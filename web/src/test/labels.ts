// jsdom scans the whole page for each label, which costs half of the run time of tests with forms. These
// functions use the index of ids.

const labelable = 'button, input:not([type=hidden]), meter, output, progress, select, textarea'
const names = new Set(['BUTTON', 'INPUT', 'METER', 'OUTPUT', 'PROGRESS', 'SELECT', 'TEXTAREA'])

const isLabelable = (element: Element) =>
  names.has(element.tagName) && (element as HTMLInputElement).type !== 'hidden'

export function controlOf(label: HTMLLabelElement): HTMLElement | null {
  const id = label.getAttribute('for')
  if (id === null) return label.querySelector<HTMLElement>(labelable)
  const control = label.isConnected ? label.ownerDocument.getElementById(id) : null
  return control && isLabelable(control) ? control : null
}

export function labelsOf(field: HTMLElement): HTMLLabelElement[] | null {
  if (!isLabelable(field)) return null
  const labels = field.isConnected ? toArray(field.ownerDocument.getElementsByTagName('label')) : []
  return labels.filter((label) => mayName(label, field) && controlOf(label) === field)
}

/** Copies a collection to an array. jsdom's iterator is slow, because it looks up each index among the names. */
function toArray<Kind extends Element>(collection: HTMLCollectionOf<Kind>): Kind[] {
  const { item, length } = collection
  return Array.from({ length }, (_, index) => item.call(collection, index) as Kind)
}

function mayName(label: HTMLLabelElement, field: HTMLElement) {
  const id = label.getAttribute('for')
  return id === null ? label.contains(field) : id === field.id
}

/** Replaces jsdom's search for labels. Elements outside the page have none. */
export function speedUpLabels() {
  Object.defineProperty(HTMLLabelElement.prototype, 'control', { configurable: true, get: getter(controlOf) })
  for (const field of [HTMLButtonElement, HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement]) {
    Object.defineProperty(field.prototype, 'labels', { configurable: true, get: getter(labelsOf) })
  }
}

function getter<Node, Found>(find: (node: Node) => Found) {
  return function (this: Node) {
    return find(this)
  }
}
