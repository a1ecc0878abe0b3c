import '@/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from '@/api'
import { removeServiceWorkers } from '@/lib/serviceWorkers'
import { applyChosenTheme } from '@/lib/theme'
import { createQueryClient } from './queryClient'
import { createAppRouter } from './router'

applyChosenTheme()

const queryClient = createQueryClient()
const router = createAppRouter()

let actingOn = session.get()?.businessId

// What one person saw must not be left for the next, nor what one business has for another;
// the guards then decide where to go.
session.subscribe(() => {
  const current = session.get()
  if (!current) queryClient.clear()
  else if (current.businessId !== actingOn) void queryClient.resetQueries()
  actingOn = current?.businessId
  void router.invalidate()
})

void removeServiceWorkers()

const container = document.getElementById('root')
if (!container) throw new Error('the page has no #root')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
