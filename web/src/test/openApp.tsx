import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { vi } from 'vitest'
import { session } from '@/api'
import type { Role } from '@/api/types'
import { ArmDelay } from '@/kit/useArmed'
import { createAppRouter } from '@/staff/app/router'
import { inSeconds, tokenWith } from './token'

export function openApp(path: string, role: Role = 'OWNER') {
  vi.stubGlobal('scrollTo', () => undefined)
  session.start({ token: tokenWith({ exp: inSeconds(600) }), role, email: 'ana@x.test', businessId: 'b1' })
  const router = createAppRouter(createMemoryHistory({ initialEntries: ['/unauthorized', path] }))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={client}>
      <ArmDelay value={0}>
        <RouterProvider router={router} />
      </ArmDelay>
    </QueryClientProvider>,
  )
  return router
}
