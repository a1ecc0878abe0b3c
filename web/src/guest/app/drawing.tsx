import './serverGlobals'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { type PageData, PageDataContext } from '@/api/pageData'
import { texts as landing } from '@/guest/landing/texts'
import { legalTexts } from '@/guest/legal/texts'
import { readSignIn } from '@/guest/portal/signin/signIn'
import { readRegistration } from '@/guest/registration/form'
import { TitleListener } from '@/lib/useTitle'
import { PublicApp, preloadPage } from './PublicApp'
import { pageNameAt, type Route, routeAt } from './routes'

/** What internal/webui wants drawn: the page at an address, with what is known for it. */
interface RenderRequest {
  path: string
  query: Record<string, string> | null
  shown: PageData
}

/** What is said of a page to those who look for it, where that is not what is said of all. */
function describe(place: Route): string {
  if (!('page' in place)) return ''
  if (place.page === 'start') return landing.intro
  return place.page === 'legal' ? legalTexts[place.about].intro : ''
}

const preloadedPaths = ['/', '/login', '/legal/privacidad', '/public/register', '/qr', '/portal']
for (const pathname of preloadedPaths) void preloadPage({ pathname, search: '', searchParams: new Map() })

/** Draws a page as JSON for the server: its title, what is said of it, what stands in it, and which it is. */
function draw(request: string): string {
  const { path: pathname, query, shown }: RenderRequest = JSON.parse(request)
  const address = { pathname, search: '', searchParams: new Map(Object.entries(query ?? {})) }
  let title = ''
  const page = (
    <TitleListener.Provider value={(told) => (title = told)}>
      <PageDataContext.Provider value={shown}>
        <PublicApp address={address} />
      </PageDataContext.Provider>
    </TitleListener.Provider>
  )
  const html = renderToString(page as unknown as VNode)
  return JSON.stringify({ html, title, description: describe(routeAt(address)), page: pageNameAt(address) })
}

/** Reads the form of a page that was sent without a script, as JSON for the server. */
const read = (form: (sent: PageData) => unknown) => (sent: string) => JSON.stringify(form(JSON.parse(sent)))

Object.assign(globalThis, { draw, readRegistration: read(readRegistration), readSignIn: read(readSignIn) })
