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

/** Only the link names the file: a name from the server's `?download=1` would override it. */
export const qrDownload = (customer: QrOwner): { href: string; download: string } => ({
  href: qrPictureUrl(customer),
  download: `qr-${shortId(customer.id)}.png`,
})
