import { cacheCard, cacheQr, readCachedCard } from '@/api/cardCache'
import { unwrap } from '@/api/client'
import { portalApi, readPortalSession } from '@/api/portalSession'
import { qrPictureUrl } from '@/api/qrPicture'
import { retryOnce } from '@/api/retryOnce'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import { assertCardOpen } from './ownData'

/** Replaces the customer's QR, also in the cache for offline use. */
export async function changeOwnQr(id: string): Promise<void> {
  assertCardOpen(id)
  const { qrUrl } = await withIdempotencyKey(`change QR of ${id}`, (key) =>
    retryOnce(() =>
      unwrap(portalApi.POST('/portal/me/qr/change', { params: { header: { 'Idempotency-Key': key } } })),
    ),
  )
  if (readPortalSession()?.customerId !== id) return
  const cachedCard = readCachedCard()
  if (cachedCard) cacheCard({ ...cachedCard.own, qrUrl }, cachedCard.at)
  await cacheQr(qrPictureUrl({ id, qrUrl }))
}
