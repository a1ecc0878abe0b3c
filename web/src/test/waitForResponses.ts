import { act, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

export const flushEffects = () =>
  act(async () => {
    for (let turn = 0; turn < 20; turn++) await new Promise((next) => setImmediate(next))
  })

/** Waits until every call has a response and the page has processed all of them. */
export async function waitForResponses(server: { pendingCount: () => number }) {
  await waitFor(() => expect(server.pendingCount()).toBe(0))
  await flushEffects()
}
