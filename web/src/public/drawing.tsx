import './serverGlobals'
import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import { type Shown, ShownByServer } from '@/api/shown'
import { readRegistration } from '@/features/registration/form'
import { TitleTold } from '@/lib/useTitle'
import { PublicApp, preloadPage } from './PublicApp'

/** What internal/webui wants drawn: the page at an address, with what is known for it. */
interface Wanted {
  path: string
  query: Record<string, string> | null
  shown: Shown
}

const places = ['/public/register', '/qr']
for (const pathname of places) void preloadPage({ pathname, search: '', searchParams: new Map() })

/** Draws a page as JSON for the server: its title and what stands in it. */
function draw(wanted: string): string {
  const { path: pathname, query, shown }: Wanted = JSON.parse(wanted)
  let title = ''
  const page = (
    <TitleTold.Provider value={(told) => (title = told)}>
      <ShownByServer.Provider value={shown}>
        <PublicApp address={{ pathname, search: '', searchParams: new Map(Object.entries(query ?? {})) }} />
      </ShownByServer.Provider>
    </TitleTold.Provider>
  )
  return JSON.stringify({ html: renderToString(page as unknown as VNode), title })
}

/** Reads the form of a page that was sent without a script, as JSON for the server. */
const readSent = (sent: string) => JSON.stringify(readRegistration(JSON.parse(sent)))

Object.assign(globalThis, { draw, readRegistration: readSent })
