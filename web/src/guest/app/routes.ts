import type { Address } from '@/lib/address'
import { type LegalPageName, legalPageNames } from '@/lib/legalPages'
import { registrationPath } from '@/lib/registrationPath'

export type Route =
  | { page: 'landing' }
  | { page: 'login' }
  | { page: 'legal'; about: LegalPageName }
  | { page: 'portal' }
  | { page: 'fixedRegistration' }
  /** `businessId` is null if the address names no business, or an unknown short address. */
  | { page: 'registration'; businessId: string | null; isShort?: true }
  | { redirectTo: string }

export type PageName = Extract<Route, { page: string }>['page']

export function canonicalAddress(address: URL, businessId: string | undefined): URL {
  const isShort = address.pathname.startsWith('/r/') && businessId !== undefined
  return isShort ? new URL(registrationPath(businessId), address) : address
}

const fixedPaths = ['/qr', '/public/qr', '/app/qr']

const isPortal = ({ pathname }: Address) => /^\/portal(\/(points|data))?\/?$/.test(pathname)

/** The page of an address; undefined for a redirect. */
export function pageNameAt(address: Address): PageName | undefined {
  const route = routeAt(address)
  return 'page' in route ? route.page : undefined
}

export const isSitePage = (page: PageName | undefined) =>
  page === 'landing' || page === 'login' || page === 'legal'

/** Unknown addresses lead to the landing page. */
export function routeAt(address: Address): Route {
  if (isPortal(address)) return { page: 'portal' }
  const path = address.pathname.replace(/\/$/, '')
  if (path === '') return { page: 'landing' }
  if (path === '/login') return { page: 'login' }
  if (path.startsWith('/legal/')) return legalRoute(path, address.search)
  if (path === '/app/public/qr') return { redirectTo: `/app/qr${address.search}` }
  if (fixedPaths.includes(path)) return { page: 'fixedRegistration' }
  if (path === '/public/register')
    return { page: 'registration', businessId: address.searchParams.get('bid') ?? null }
  if (path.startsWith('/r/')) return { page: 'registration', businessId: null, isShort: true }
  return { redirectTo: '/' }
}

function legalRoute(path: string, search: string): Route {
  const about = legalPageNames.find((name) => path === `/legal/${name}`)
  if (about) return { page: 'legal', about }
  return { redirectTo: path === '/legal/privacy' ? `/legal/privacidad${search}` : '/' }
}
