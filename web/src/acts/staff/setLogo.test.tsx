import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { session } from '@/api'
import { shrinkPhoto, shrinkPicture } from '@/lib/shrinkPicture'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { useSetLogo } from './settings'
import { useAddUsualPicture } from './usuals'

vi.mock(import('@/lib/shrinkPicture'), () => ({ shrinkPhoto: vi.fn(), shrinkPicture: vi.fn() }))

const server = mockServer()

function Providers({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
}

const uploads = [
  { what: 'a logo', shrink: shrinkPicture, start: useSetLogo, variablesOf: (file: File) => file },
  {
    what: 'a photo',
    shrink: shrinkPhoto,
    start: () => useAddUsualPicture('ana'),
    variablesOf: (file: File) => ({ file }),
  },
]

test.each(uploads)(
  '$what that is scaled while the operator changes the business is not saved',
  async ({ shrink, start, variablesOf }) => {
    session.start({ token: tokenWith({ exp: inSeconds(600) }), role: 'SUPERADMIN', email: 'op@x.test' })
    session.actOn('demo')
    let finish: (picture: string) => void = () => {}
    vi.mocked(shrink).mockReturnValue(
      new Promise((resolve) => {
        finish = resolve
      }),
    )
    const { result } = renderHook(() => start(), { wrapper: Providers })
    const variables = variablesOf(new File([], 'logo.png')) as File & { file: File }
    const outcome = result.current.mutateAsync(variables).catch((error: unknown) => error)
    await waitFor(() => expect(shrink).toHaveBeenCalled())
    session.actOn('norte')
    finish('iVBORw0KGgo=')
    await expect(outcome).resolves.toMatchObject({ code: 'EARLIER_IDENTITY' })
    expect(server.requests).toEqual([])
  },
)
