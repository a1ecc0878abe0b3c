import type { Address } from '@/lib/address'

/** What is at the address of a customer's page: one of the pages, or another address. */
export type Place =
  | { page: 'portal' }
  | { page: 'fixed' }
  | { page: 'form'; businessId: string | null }
  | { leadsTo: string }

const fixedPlaces = ['/qr', '/public/qr', '/app/qr']

export const isPortal = ({ pathname }: Address) => /^\/portal(\/(points|data))?\/?$/.test(pathname)

/** Which of the pages is at an address; none where it leads elsewhere. */
export function pageAt(address: Address): string | undefined {
  const place = placeAt(address)
  return 'page' in place ? place.page : undefined
}

/** Chooses by the address. The server gives these pages to whatever begins like one of them: the rest leads to the start. */
export function placeAt(address: Address): Place {
  if (isPortal(address)) return { page: 'portal' }
  const path = address.pathname.replace(/\/$/, '')
  if (path === '/app/public/qr') return { leadsTo: `/app/qr${address.search}` }
  if (fixedPlaces.includes(path)) return { page: 'fixed' }
  if (path === '/public/register')
    return { page: 'form', businessId: address.searchParams.get('bid') ?? null }
  return { leadsTo: '/' }
}
