import type { Address } from '@/lib/address'
import { type LegalPageName, legalPageNames } from '@/lib/legalPages'
import { registrationPath } from '@/lib/registrationPath'

/** What is at the address of a customer's page, or one for everybody: one of the pages, or another address. */
export type Route =
  | { page: 'start' }
  | { page: 'login' }
  | { page: 'legal'; about: LegalPageName }
  | { page: 'portal' }
  | { page: 'fixed' }
  /** Without a business: the address names none, or is a short one that leads to none. */
  | { page: 'form'; businessId: string | null; isShort?: true }
  | { redirectTo: string }

export type PageName = Extract<Route, { page: string }>['page']

/** The address by which a page is known: that of the form, where the server has drawn it at a short one. */
export function canonicalAddress(address: URL, businessId: string | undefined): URL {
  const isShort = address.pathname.startsWith('/r/') && businessId !== undefined
  return isShort ? new URL(registrationPath(businessId), address) : address
}

const fixedPaths = ['/qr', '/public/qr', '/app/qr']

const isPortal = ({ pathname }: Address) => /^\/portal(\/(points|data))?\/?$/.test(pathname)

/** Which of the pages is at an address; none where it leads elsewhere. */
export function pageNameAt(address: Address): PageName | undefined {
  const route = routeAt(address)
  return 'page' in route ? route.page : undefined
}

/** Whether a page is one of the site itself, and of no business. */
export const isSitePage = (page: PageName | undefined) =>
  page === 'start' || page === 'login' || page === 'legal'

/** Chooses by the address. The server gives these pages to whatever begins like one of them: the rest leads to the start. */
export function routeAt(address: Address): Route {
  if (isPortal(address)) return { page: 'portal' }
  const path = address.pathname.replace(/\/$/, '')
  if (path === '') return { page: 'start' }
  if (path === '/login') return { page: 'login' }
  if (path.startsWith('/legal/')) return legalRoute(path, address.search)
  if (path === '/app/public/qr') return { redirectTo: `/app/qr${address.search}` }
  if (fixedPaths.includes(path)) return { page: 'fixed' }
  if (path === '/public/register')
    return { page: 'form', businessId: address.searchParams.get('bid') ?? null }
  if (path.startsWith('/r/')) return { page: 'form', businessId: null, isShort: true }
  return { redirectTo: '/' }
}

function legalRoute(path: string, search: string): Route {
  const about = legalPageNames.find((name) => path === `/legal/${name}`)
  if (about) return { page: 'legal', about }
  return { redirectTo: path === '/legal/privacy' ? `/legal/privacidad${search}` : '/' }
}
