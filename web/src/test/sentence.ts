/** Matches the smallest element that contains a whole sentence, even when parts of it have elements of their own. */
export function sentence(wanted: string | RegExp) {
  const says = ({ textContent }: Element) => {
    const text = (textContent ?? '').replace(/\s+/g, ' ').trim()
    return typeof wanted === 'string' ? text === wanted : wanted.test(text)
  }
  return (_text: string, element: Element | null) =>
    element !== null && says(element) && ![...element.children].some(says)
}
