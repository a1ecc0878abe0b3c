import { apiBaseUrl } from '@/api/baseUrl'
import { shortId } from '@/lib/ids'

/** Where the picture of a customer's code is. */
export function qrPicture(id: string): string {
  return `${apiBaseUrl()}/public/customers/${encodeURIComponent(id)}/qr.png`
}

/** The same as a file to keep, and its name. */
export function qrDownload(id: string): { href: string; download: string } {
  return { href: `${qrPicture(id)}?download=1`, download: `qr-${shortId(id)}.png` }
}
