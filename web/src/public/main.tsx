import './public.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { holdInstallOffer } from '@/lib/installOffer'
import { removeServiceWorkers } from '@/lib/serviceWorkers'
import { applyChosenTheme } from '@/lib/theme'
import { PublicApp } from './PublicApp'

applyChosenTheme()
holdInstallOffer()
void removeServiceWorkers()

const container = document.getElementById('root')
if (!container) throw new Error('the page has no #root')
createRoot(container).render(
  <StrictMode>
    <PublicApp address={new URL(window.location.href)} />
  </StrictMode>,
)
