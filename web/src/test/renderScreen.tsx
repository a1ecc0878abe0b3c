import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { vi } from 'vitest'
import { OutboxProvider } from '@/acts/staff/outbox/OutboxProvider'
import { session } from '@/api'
import type { Role } from '@/api/types'
import { UnsavedScope } from '@/kit/form/UnsavedScope'
import { ArmDelay } from '@/kit/useArmed'
import { inSeconds, tokenWith } from './token'

/** Renders one screen alone. A followed link changes only the history. */
export async function renderScreen(screen: ReactNode, role: Role = 'OWNER', address = '/') {
  vi.stubGlobal('scrollTo', () => undefined)
  session.start({
    token: tokenWith({ exp: inSeconds(600) }),
    role,
    email: `${role.toLowerCase()}@x.test`,
    name: 'Ana López',
    businessId: 'b1',
  })
  const router = createRouter({
    routeTree: createRootRoute({ component: () => <UnsavedScope>{screen}</UnsavedScope> }),
    history: createMemoryHistory({ initialEntries: [address] }),
  })
  await router.load()
  const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  return render(
    <QueryClientProvider client={queryClient}>
      <ArmDelay value={0}>
        <OutboxProvider>
          <RouterProvider router={router as never} />
        </OutboxProvider>
      </ArmDelay>
    </QueryClientProvider>,
  )
}
