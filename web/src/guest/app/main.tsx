import './public.css'
import { StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { type Shown, ShownByServer } from '@/api/shown'
import { followTranslator } from '@/lib/followTranslator'
import { holdInstallOffer } from '@/lib/installOffer'
import { removeServiceWorkers } from '@/lib/serviceWorkers'
import { applyChosenTheme } from '@/lib/theme'
import { PublicApp, preloadPage } from './PublicApp'
import { isOfSite, knownAddress, pageAt } from './pages'
import { typedBefore } from './typedBefore'

applyChosenTheme()
followTranslator(document)
// The pages of the site have no place for it, and are of the staff's app to the browser.
if (!isOfSite(pageAt(new URL(window.location.href)))) holdInstallOffer()
void removeServiceWorkers()
void begin()

/** Takes over what the server has drawn, where it has; else draws the page. */
async function begin(): Promise<void> {
  const container = document.getElementById('root')
  if (!container) throw new Error('the page has no #root')
  const drawn: Shown | null = JSON.parse(container.dataset.shown ?? 'null')
  const address = knownAddress(new URL(window.location.href), drawn?.business?.id)
  window.history.replaceState(window.history.state, '', address)
  // Until then it can be typed into: nothing that is being loaded may take its place, nor that it has not come.
  if (drawn && !(await preloadPage(address)) && holdsAlone(drawn)) return
  const shown = drawn && { ...drawn, fields: { ...drawn.fields, ...typedBefore(container) } }
  createRoot(container).render(
    <StrictMode>
      <ShownByServer.Provider value={shown}>
        <PublicApp address={address} />
        <TakenOver container={container} />
      </ShownByServer.Provider>
    </StrictMode>,
  )
}

/** Whether a page that the server has drawn leads somewhere without its script. */
function holdsAlone({ signedIn, ways }: Shown): boolean {
  return !signedIn && (!ways || ways.code || ways.email)
}

/** Stands behind the screen, so that the page says that it is taken over when the screen has asked for all it asks for. */
function TakenOver({ container }: { container: HTMLElement }) {
  useEffect(() => {
    delete container.dataset.shown
  }, [container])
  return null
}
