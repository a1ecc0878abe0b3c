import { shortId } from '@/lib/ids'
import { addressIn, apiBaseUrl } from './baseUrl'

export interface Pictured {
  id: string
  /** Where a server says that the picture is. */
  qrUrl?: string
}

/** Where the picture of a customer's code is: as the server says, else as every customer's is found. */
export function qrPicture({ id, qrUrl }: Pictured): string {
  const base = apiBaseUrl()
  return (qrUrl && addressIn(qrUrl, base)) || `${base}/public/customers/${encodeURIComponent(id)}/qr.png`
}

/** What an answer may bring along of it. */
interface Shown extends Pictured {
  qrPicture?: string
}

/** The picture as an answer has brought it, else where it is: to fetch it takes two seconds more on a slow line. */
export const qrShown = (customer: Shown): string => customer.qrPicture || qrPicture(customer)

/** The same as a file to keep, and its name. */
export function qrDownload(customer: Pictured): { href: string; download: string } {
  const picture = qrPicture(customer)
  const href = `${picture}${picture.includes('?') ? '&' : '?'}download=1`
  return { href, download: `qr-${shortId(customer.id)}.png` }
}
