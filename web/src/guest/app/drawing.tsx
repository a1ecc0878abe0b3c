import './serverGlobals'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { type Shown, ShownByServer } from '@/api/shown'
import { texts as landing } from '@/guest/landing/texts'
import { legalTexts } from '@/guest/legal/texts'
import { readSignIn } from '@/guest/portal/signin/signIn'
import { readRegistration } from '@/guest/registration/form'
import { TitleTold } from '@/lib/useTitle'
import { PublicApp, preloadPage } from './PublicApp'
import { type Place, pageAt, placeAt } from './pages'

/** What internal/webui wants drawn: the page at an address, with what is known for it. */
interface Wanted {
  path: string
  query: Record<string, string> | null
  shown: Shown
}

/** What is said of a page to those who look for it, where that is not what is said of all. */
function describe(place: Place): string {
  if (!('page' in place)) return ''
  if (place.page === 'start') return landing.intro
  return place.page === 'legal' ? legalTexts[place.about].intro : ''
}

const places = ['/', '/login', '/legal/privacidad', '/public/register', '/qr', '/portal']
for (const pathname of places) void preloadPage({ pathname, search: '', searchParams: new Map() })

/** Draws a page as JSON for the server: its title, what is said of it, what stands in it, and which it is. */
function draw(wanted: string): string {
  const { path: pathname, query, shown }: Wanted = JSON.parse(wanted)
  const address = { pathname, search: '', searchParams: new Map(Object.entries(query ?? {})) }
  let title = ''
  const page = (
    <TitleTold.Provider value={(told) => (title = told)}>
      <ShownByServer.Provider value={shown}>
        <PublicApp address={address} />
      </ShownByServer.Provider>
    </TitleTold.Provider>
  )
  const html = renderToString(page as unknown as VNode)
  return JSON.stringify({ html, title, description: describe(placeAt(address)), page: pageAt(address) })
}

/** Reads the form of a page that was sent without a script, as JSON for the server. */
const read = (form: (sent: Shown) => unknown) => (sent: string) => JSON.stringify(form(JSON.parse(sent)))

Object.assign(globalThis, { draw, readRegistration: read(readRegistration), readSignIn: read(readSignIn) })
