import { fireEvent } from '@testing-library/react'

/** Types letter by letter and too fast for any pause between them, however busy the machine is. */
export function typeFast(box: HTMLElement, words: string) {
  for (let length = 1; length <= words.length; length++) {
    fireEvent.input(box, { target: { value: words.slice(0, length) } })
  }
}

/** Leaves a date half typed, as only a browser lets people: it has no value then, and says so. */
export function typePartialDate(field: HTMLElement): void {
  fireEvent.input(field, { target: { value: '' } })
  Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true })
}
