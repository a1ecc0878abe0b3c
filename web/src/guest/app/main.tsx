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
// The pages of the site have no place for it, and are of the staff's app to the browser.
if (!isSitePage(pageNameAt(new URL(window.location.href)))) captureInstallPrompt()
void removeForeignWorkers()
void start()

/** Takes over what the server has drawn, where it has; else draws the page. */
async function start(): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('the page has no #root')
  const pageData: PageData | null = JSON.parse(container.dataset.shown ?? 'null')
  const address = canonicalAddress(new URL(window.location.href), pageData?.business?.id)
  window.history.replaceState(window.history.state, '', address)
  // Until then it can be typed into: nothing that is being loaded may take its place, nor that it has not come.
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

/** Whether a page that the server has drawn leads somewhere without its script. */
function worksWithoutScript({ signedIn, ways }: PageData): boolean {
  return !signedIn && (!ways || ways.code || ways.email)
}

/** Stands behind the screen, so that the page says that it is taken over when the screen has asked for all it asks for. */
function HydratedMarker({ container }: { container: HTMLElement }) {
  useEffect(() => {
    delete container.dataset.shown
  }, [container])
  return null
}
