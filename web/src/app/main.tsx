import '@/ui/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { session } from '@/api'
import { applyChosenTheme } from '@/lib/theme'
import { createQueryClient } from './queryClient'
import { createAppRouter } from './router'

applyChosenTheme()

const queryClient = createQueryClient()
const router = createAppRouter()

// What one person saw must not be left for the next; the guards then decide where to go.
session.subscribe(() => {
  if (!session.get()) queryClient.clear()
  void router.invalidate()
})

const container = document.getElementById('root')
if (!container) throw new Error('the page has no #root')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
