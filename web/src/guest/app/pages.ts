import type { Address } from '@/lib/address'
import { formAddress } from '@/lib/formAddress'
import { type LegalPageName, legalPageNames } from '@/lib/legalPages'

/** What is at the address of a customer's page, or one for everybody: one of the pages, or another address. */
export type Place =
  | { page: 'start' }
  | { page: 'login' }
  | { page: 'legal'; about: LegalPageName }
  | { page: 'portal' }
  | { page: 'fixed' }
  /** Without a business: the address names none, or is a short one that leads to none. */
  | { page: 'form'; businessId: string | null; isShort?: true }
  | { leadsTo: string }

export type PageName = Extract<Place, { page: string }>['page']

/** The address by which a page is known: that of the form, where the server has drawn it at a short one. */
export function knownAddress(address: URL, businessId: string | undefined): URL {
  const isShort = address.pathname.startsWith('/r/') && businessId !== undefined
  return isShort ? new URL(formAddress(businessId), address) : address
}

const fixedPlaces = ['/qr', '/public/qr', '/app/qr']

const isPortal = ({ pathname }: Address) => /^\/portal(\/(points|data))?\/?$/.test(pathname)

/** Which of the pages is at an address; none where it leads elsewhere. */
export function pageAt(address: Address): PageName | undefined {
  const place = placeAt(address)
  return 'page' in place ? place.page : undefined
}

/** Whether a page is one of the site itself, and of no business. */
export const isOfSite = (page: PageName | undefined) =>
  page === 'start' || page === 'login' || page === 'legal'

/** Chooses by the address. The server gives these pages to whatever begins like one of them: the rest leads to the start. */
export function placeAt(address: Address): Place {
  if (isPortal(address)) return { page: 'portal' }
  const path = address.pathname.replace(/\/$/, '')
  if (path === '') return { page: 'start' }
  if (path === '/login') return { page: 'login' }
  if (path.startsWith('/legal/')) return legalPlace(path, address.search)
  if (path === '/app/public/qr') return { leadsTo: `/app/qr${address.search}` }
  if (fixedPlaces.includes(path)) return { page: 'fixed' }
  if (path === '/public/register')
    return { page: 'form', businessId: address.searchParams.get('bid') ?? null }
  if (path.startsWith('/r/')) return { page: 'form', businessId: null, isShort: true }
  return { leadsTo: '/' }
}

function legalPlace(path: string, search: string): Place {
  const about = legalPageNames.find((name) => path === `/legal/${name}`)
  if (about) return { page: 'legal', about }
  return { leadsTo: path === '/legal/privacy' ? `/legal/privacidad${search}` : '/' }
}
