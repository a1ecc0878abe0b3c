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

interface RenderRequest {
  path: string
  query: Record<string, string> | null
  shown: PageData
}

function describe(route: Route): string {
  if (!('page' in route)) return ''
  if (route.page === 'landing') return landing.intro
  return route.page === 'legal' ? legalTexts[route.about].intro : ''
}

const preloadedPaths = ['/', '/login', '/legal/privacidad', '/public/register', '/qr', '/portal']
for (const pathname of preloadedPaths) void preloadPage({ pathname, search: '', searchParams: new Map() })

function renderPage(request: string): string {
  const { path: pathname, query, shown }: RenderRequest = JSON.parse(request)
  const address = { pathname, search: '', searchParams: new Map(Object.entries(query ?? {})) }
  let title = ''
  const page = (
    <TitleListener.Provider value={(newTitle) => (title = newTitle)}>
      <PageDataContext.Provider value={shown}>
        <PublicApp address={address} />
      </PageDataContext.Provider>
    </TitleListener.Provider>
  )
  const html = renderToString(page as unknown as VNode)
  return JSON.stringify({ html, title, description: describe(routeAt(address)), page: pageNameAt(address) })
}

const read = (form: (pageData: PageData) => unknown) => (json: string) =>
  JSON.stringify(form(JSON.parse(json)))

Object.assign(globalThis, {
  render: renderPage,
  readRegistration: read(readRegistration),
  readSignIn: read(readSignIn),
})
