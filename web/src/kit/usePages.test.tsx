import { act, renderHook, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { type Page, usePages } from './usePages'

test('shows no failure of a page that was requested before a reload', async () => {
  const first: Page<string> = { items: ['Ana'], total: 2, nextCursor: 'next' }
  let fail: (reason: Error) => void = () => undefined
  const load = (cursor?: string) =>
    cursor ? new Promise<Page<string>>((_resolve, reject) => (fail = reject)) : Promise.resolve(first)
  const { result, rerender } = renderHook(({ reloadKey }) => usePages(load, reloadKey), {
    initialProps: { reloadKey: 1 },
  })
  await waitFor(() => expect(result.current.items).toEqual(['Ana']))
  act(() => void result.current.more())
  rerender({ reloadKey: 2 })
  await act(async () => fail(new Error('Sin conexión')))
  expect(result.current.busy).toBe(false)
  expect(result.current.error).toBeNull()
})
