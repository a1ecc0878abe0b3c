import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { noResponseError } from '@/api/error'
import { unchangedFields } from '@/lib/form'
import { useSavedForm } from './useSavedForm'

interface Shop {
  name: string
  version: number
}

const valuesOf = ({ name }: Shop) => ({ name })

function Providers({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
}

/** A form whose save of 'Dos' gets no response. The server has `storedShop`. */
async function openAfterLostSave(storedShop: Shop) {
  const send = vi.fn((changes: object, version: number) =>
    Promise.resolve({ name: 'Uno', ...changes, version: version + 1 }),
  )
  send.mockRejectedValueOnce(noResponseError(null))
  const hook = renderHook(
    ({ row }: { row: Shop }) =>
      useSavedForm<Shop, { name: string }, { name?: string }>({
        row,
        valuesOf,
        fields: unchangedFields({ name: '' }),
        send,
        conflict: 'CHANGED',
        reread: () => Promise.resolve(storedShop),
        onRow: () => undefined,
      }),
    { wrapper: Providers, initialProps: { row: { name: 'Uno', version: 1 } } },
  )
  const form = () => hook.result.current
  const write = (name: string) => act(() => form().change({ name }))
  const submit = () => act(() => form().submit())
  write('Dos')
  submit()
  await waitFor(() => expect(form().save.isError).toBe(true))
  return { form, write, submit, send, refetch: (row: Shop) => hook.rerender({ row }) }
}

test('the former value can be saved again after a save without a response', async () => {
  const { write, submit, send } = await openAfterLostSave({ name: 'Dos', version: 2 })
  write('Uno')
  submit()
  await waitFor(() => expect(send).toHaveBeenLastCalledWith({ name: 'Uno' }, 2))
})

test.each(['before', 'after'])(
  'the former value stays in the form if it is typed %s the refetch',
  async (when) => {
    const storedShop = { name: 'Dos', version: 2 }
    const { form, write, submit, send, refetch } = await openAfterLostSave(storedShop)
    if (when === 'after') refetch(storedShop)
    write('Uno')
    refetch(storedShop)
    expect(form().values.name).toBe('Uno')
    expect(form().disputes).toEqual([])
    submit()
    await waitFor(() => expect(send).toHaveBeenLastCalledWith({ name: 'Uno' }, 2))
  },
)

test('a value of another user is a conflict also after a save without a response', async () => {
  const { form, write, submit, send, refetch } = await openAfterLostSave({ name: 'Tres', version: 3 })
  write('Cuatro')
  submit()
  await waitFor(() => expect(form().save.data?.disputes).toEqual(['name']))
  refetch({ name: 'Tres', version: 3 })
  expect(form().disputes).toEqual(['name'])
  expect(send).toHaveBeenCalledOnce()
})
