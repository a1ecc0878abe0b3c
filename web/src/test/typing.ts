import { fireEvent } from '@testing-library/react'

/** Types letter by letter and too fast for any pause between them, however busy the machine is. */
export function typeSwiftly(box: HTMLElement, words: string) {
  for (let length = 1; length <= words.length; length++) {
    fireEvent.change(box, { target: { value: words.slice(0, length) } })
  }
}
