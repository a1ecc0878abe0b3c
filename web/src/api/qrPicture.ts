import { shortId } from '@/lib/ids'
import { apiBaseUrl, resolveUrl } from './baseUrl'

export interface QrOwner {
  id: string
  qrUrl?: string
}

/** Takes the server's URL or builds it from the id. */
export function qrPictureUrl({ id, qrUrl }: QrOwner): string {
  const base = apiBaseUrl()
  return (qrUrl && resolveUrl(qrUrl, base)) || `${base}/public/customers/${encodeURIComponent(id)}/qr.png`
}

interface QrOwnerWithPicture extends QrOwner {
  qrPicture?: string
}

/** Prefers the picture in the data: fetching it takes two seconds more on a slow line. */
export const shownQrUrl = (customer: QrOwnerWithPicture): string =>
  customer.qrPicture || qrPictureUrl(customer)

export function qrDownload(customer: QrOwner): { href: string; download: string } {
  const picture = qrPictureUrl(customer)
  const href = `${picture}${picture.includes('?') ? '&' : '?'}download=1`
  return { href, download: `qr-${shortId(customer.id)}.png` }
}
