import { shortId } from '@/lib/ids'
import { apiBaseUrl, resolveUrl } from './baseUrl'

export interface QrOwner {
  id: string
  /** Where a server says that the picture is. */
  qrUrl?: string
}

/** Where the picture of a customer's code is: as the server says, else as every customer's is found. */
export function qrPictureUrl({ id, qrUrl }: QrOwner): string {
  const base = apiBaseUrl()
  return (qrUrl && resolveUrl(qrUrl, base)) || `${base}/public/customers/${encodeURIComponent(id)}/qr.png`
}

/** What an answer may bring along of it. */
interface QrOwnerWithPicture extends QrOwner {
  qrPicture?: string
}

/** The picture as an answer has brought it, else where it is: to fetch it takes two seconds more on a slow line. */
export const shownQrUrl = (customer: QrOwnerWithPicture): string =>
  customer.qrPicture || qrPictureUrl(customer)

/** The same as a file to keep, and its name. */
export function qrDownload(customer: QrOwner): { href: string; download: string } {
  const picture = qrPictureUrl(customer)
  const href = `${picture}${picture.includes('?') ? '&' : '?'}download=1`
  return { href, download: `qr-${shortId(customer.id)}.png` }
}
