import { shortId } from '@/lib/ids'
import { apiBaseUrl, resolveUrl } from './baseUrl'

export interface QrOwner {
  id: string
  qrUrl?: string
}

/** The server's URL of the picture, otherwise one made from the id. */
export function qrPictureUrl({ id, qrUrl }: QrOwner): string {
  const base = apiBaseUrl()
  return (qrUrl && resolveUrl(qrUrl, base)) || `${base}/public/customers/${encodeURIComponent(id)}/qr.png`
}

interface QrOwnerWithPicture extends QrOwner {
  qrPicture?: string
}

/** Prefers the picture in the data, because fetching it takes two seconds on a slow connection. */
export const shownQrUrl = (customer: QrOwnerWithPicture): string =>
  customer.qrPicture || qrPictureUrl(customer)

/** The link that downloads the picture. It omits `?download=1`, because the server's file name would override it. */
export const qrDownload = (customer: QrOwner): { href: string; download: string } => ({
  href: qrPictureUrl(customer),
  download: `qr-${shortId(customer.id)}.png`,
})
