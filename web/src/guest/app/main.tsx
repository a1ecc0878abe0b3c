import './public.css'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { type PageData, PageDataContext } from '@/api/pageData'
import { followTranslator } from '@/lib/followTranslator'
import { captureInstallPrompt } from '@/lib/installPrompt'
import { removeForeignWorkers } from '@/lib/serviceWorkers'
import { applyChosenTheme } from '@/lib/theme'
import { PublicApp, preloadPage } from './PublicApp'
import { readTypedValues } from './readTypedValues'
import { canonicalAddress, isSitePage, pageNameAt } from './routes'

applyChosenTheme()
followTranslator(document)
// For the browser, the pages of the public site belong to the staff app, so they do not offer to install the
// portal.
if (!isSitePage(pageNameAt(new URL(window.location.href)))) captureInstallPrompt()
void removeForeignWorkers()
void start()

/** Hydrates the server-rendered page, or renders a page. */
async function start(): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('the page has no #root')
  const pageData: PageData | null = JSON.parse(container.dataset.shown ?? 'null')
  const address = canonicalAddress(new URL(window.location.href), pageData?.business?.id)
  window.history.replaceState(window.history.state, '', address)
  // If the screen's script fails to load, the server-rendered page stays, because its forms work without a script.
  if (pageData && !(await preloadPage(address)) && worksWithoutScript(pageData)) return
  const withInput = pageData && { ...pageData, fields: { ...pageData.fields, ...readTypedValues(container) } }
  createRoot(container).render(
    <StrictMode>
      <PageDataContext.Provider value={withInput}>
        <PublicApp address={address} />
        <HydratedMarker container={container} />
      </PageDataContext.Provider>
    </StrictMode>,
  )
}

function worksWithoutScript({ signedIn, ways }: PageData): boolean {
  return !signedIn && (!ways || ways.code || ways.email)
}

/** Rendered after the screen, so that its effect runs last. */
function HydratedMarker({ container }: { container: HTMLElement }) {
  useEffect(() => {
    delete container.dataset.shown
  }, [container])
  return null
}
