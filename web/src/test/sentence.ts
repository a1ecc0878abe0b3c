/** The smallest element that contains the sentence, even if its parts are in several elements. */
export function sentence(wanted: string | RegExp) {
  const hasText = ({ textContent }: Element) => {
    const text = (textContent ?? '').replace(/\s+/g, ' ').trim()
    return typeof wanted === 'string' ? text === wanted : wanted.test(text)
  }
  return (_text: string, element: Element | null) =>
    element !== null && hasText(element) && ![...element.children].some(hasText)
}
