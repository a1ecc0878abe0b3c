import { fireEvent } from '@testing-library/react'

/** Types without pauses, also on a busy machine. */
export function typeFast(box: HTMLElement, words: string) {
  for (let length = 1; length <= words.length; length++) {
    fireEvent.input(box, { target: { value: words.slice(0, length) } })
  }
}

/** A half-typed date has no value and is invalid. */
export function typePartialDate(field: HTMLElement): void {
  fireEvent.input(field, { target: { value: '' } })
  Object.defineProperty(field, 'validity', { value: { badInput: true }, configurable: true })
}
