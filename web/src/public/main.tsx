import '@/ui/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { applyChosenTheme } from '@/lib/theme'
import { PublicApp } from './PublicApp'

applyChosenTheme()

const container = document.getElementById('root')
if (!container) throw new Error('the page has no #root')
createRoot(container).render(
  <StrictMode>
    <PublicApp address={new URL(window.location.href)} />
  </StrictMode>,
)
