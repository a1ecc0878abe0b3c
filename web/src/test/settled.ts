import { act, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** Lets the page do what it has at hand; only then does it mean something that it did not do more. */
export const flushEffects = () =>
  act(async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
  })

/** Resolves when every call so far has its answer, and the page has done with it what it will. */
export async function settled(server: { underWay: () => number }) {
  await waitFor(() => expect(server.underWay()).toBe(0))
  await flushEffects()
}
