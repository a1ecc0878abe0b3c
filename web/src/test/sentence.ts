/** The smallest element that contains the sentence, even if its parts are in several elements. */
export function sentence(pattern: string | RegExp) {
  const hasText = ({ textContent }: Element) => {
    const text = (textContent ?? '').replace(/\s+/g, ' ').trim()
    return typeof pattern === 'string' ? text === pattern : pattern.test(text)
  }
  return (_text: string, element: Element | null) =>
    element !== null && hasText(element) && ![...element.children].some(hasText)
}
