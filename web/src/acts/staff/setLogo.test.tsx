import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { expect, test, vi } from 'vitest'
import { session } from '@/api'
import { shrinkPicture } from '@/lib/shrinkPicture'
import { standIn } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { useSetLogo } from './settings'

vi.mock(import('@/lib/shrinkPicture'), () => ({ shrinkPicture: vi.fn() }))

const server = standIn()

function Providers({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={new QueryClient()}>{children}</QueryClientProvider>
}

test('a logo that is scaled while the operator changes the business is not saved', async () => {
  session.start({ token: tokenWith({ exp: inSeconds(600) }), role: 'SUPERADMIN', email: 'op@x.test' })
  session.actOn('demo')
  let made: (picture: string) => void = () => {}
  vi.mocked(shrinkPicture).mockReturnValue(
    new Promise((resolve) => {
      made = resolve
    }),
  )
  const { result } = renderHook(() => useSetLogo(), { wrapper: Providers })
  const outcome = result.current.mutateAsync(new File([], 'logo.png')).catch((error: unknown) => error)
  await waitFor(() => expect(shrinkPicture).toHaveBeenCalled())
  session.actOn('norte')
  made('iVBORw0KGgo=')
  await expect(outcome).resolves.toMatchObject({ code: 'EARLIER_IDENTITY' })
  expect(server.asked).toEqual([])
})
