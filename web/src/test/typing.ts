import { fireEvent } from '@testing-library/react'

/** Types without pauses, so that a busy machine does not start a search in between. */
export function typeFast(box: HTMLElement, words: string) {
  for (let length = 1; length <= words.length; length++) {
    fireEvent.input(box, { target: { value: words.slice(0, length) } })
  }
}

/** A half-typed date gives an invalid field without value. */
export function typePartialDate(field: HTMLElement): void {
  fireEvent.input(field, { target: { value: '' } })
  Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true })
}
