/** Finds a whole sentence, also where its names stand in elements of their own: the smallest element that holds it. */
export function sentence(wanted: string | RegExp) {
  const says = ({ textContent }: Element) => {
    const text = (textContent ?? '').replace(/\s+/g, ' ').trim()
    return typeof wanted === 'string' ? text === wanted : wanted.test(text)
  }
  return (_text: string, element: Element | null) =>
    element !== null && says(element) && ![...element.children].some(says)
}
