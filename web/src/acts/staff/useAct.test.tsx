import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { useAct } from './useAct'

interface Response {
  resolve: (answer: string) => void
  reject: (error: Error) => void
}

function renderAct<Variables>() {
  const responses: Response[] = []
  const onSuccess = vi.fn<(answer: string) => void>()
  const send = vi.fn<(variables: Variables) => Promise<string>>(
    () => new Promise((resolve, reject) => responses.push({ resolve, reject })),
  )
  const client = new QueryClient()
  const { result } = renderHook(() => useAct({ mutationFn: send, onSuccess }), {
    wrapper: ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  })
  /** All in one task: no rendering comes between them, as between the clicks of a double click on a slow device. */
  const start = (...all: Variables[]) =>
    act(async () => {
      for (const variables of all) result.current.mutate(variables)
    })
  const respond = (settle: (response: Response) => void) =>
    act(async () => {
      for (const response of responses.splice(0)) settle(response)
      await new Promise((resolve) => setTimeout(resolve))
    })
  return { send, onSuccess, start, respond }
}

test('a second start of a running act does nothing', async () => {
  const { send, onSuccess, start, respond } = renderAct<{ id: string }>()
  await start({ id: 'v1' }, { id: 'v1' })
  await start({ id: 'v1' })
  expect(send).toHaveBeenCalledOnce()
  await respond(({ resolve }) => resolve('done'))
  expect(onSuccess).toHaveBeenCalledOnce()
})

test('the same act on another subject runs beside it', async () => {
  const { send, onSuccess, start, respond } = renderAct<{ id: string }>()
  await start({ id: 'v1' }, { id: 'v2' })
  expect(send).toHaveBeenCalledTimes(2)
  await respond(({ resolve }) => resolve('done'))
  expect(onSuccess).toHaveBeenCalledTimes(2)
})

test('a choice that is taken again after another is sent again', async () => {
  const { send, start } = renderAct<{ id: string }>()
  await start({ id: 'v1' }, { id: 'v2' }, { id: 'v1' })
  expect(send.mock.calls.map(([{ id }]) => id)).toEqual(['v1', 'v2', 'v1'])
})

test.each([
  ['success', (response: Response) => response.resolve('done')],
  ['failure', (response: Response) => response.reject(new Error('No.'))],
])('an act can be started again after its %s', async (_outcome, settle) => {
  const { send, start, respond } = renderAct<void>()
  await start(undefined)
  await respond(settle)
  await start(undefined)
  expect(send).toHaveBeenCalledTimes(2)
})
