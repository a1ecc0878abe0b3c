import '@/kit/staff.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { followTranslator } from '@/lib/followTranslator'
import { removeForeignWorkers } from '@/lib/serviceWorkers'
import { applyChosenTheme } from '@/lib/theme'
import { IdentityConfirmer } from '@/staff/session/IdentityConfirmer'
import { catchUpOnReturn } from './catchUpOnReturn'
import { followSession } from './followSession'
import { preloadCounter } from './preloadCounter'
import { createQueryClient } from './queryClient'
import { createAppRouter } from './router'

applyChosenTheme()
followTranslator(document)

const queryClient = createQueryClient()
const router = createAppRouter()

followSession(queryClient, router)
catchUpOnReturn()
preloadCounter(router)
void removeForeignWorkers()

const container = document.getElementById('root')
if (!container) throw new Error('the page has no #root')
createRoot(container).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
      <IdentityConfirmer />
    </QueryClientProvider>
  </StrictMode>,
)
