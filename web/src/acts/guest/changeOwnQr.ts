import { askedAgain } from '@/api/askedAgain'
import { askedOnce } from '@/api/askedOnce'
import { answer } from '@/api/client'
import { keepCard, keepQr, keptCard } from '@/api/keptCard'
import { portalApi, portalSession } from '@/api/portalSession'
import { qrPicture } from '@/api/qrPicture'
import { mustBeOpen } from './ownData'

/** Ends the QR of the customer whose card is open. The device keeps the one that she has from now on, for when there is no network. */
export async function changeOwnQr(id: string): Promise<void> {
  mustBeOpen(id)
  const { qrUrl } = await askedOnce(`change QR of ${id}`, (key) =>
    askedAgain(() =>
      answer(portalApi.POST('/portal/me/qr/change', { params: { header: { 'Idempotency-Key': key } } })),
    ),
  )
  if (portalSession()?.customerId !== id) return
  const kept = keptCard()
  if (kept) keepCard({ ...kept.own, qrUrl }, kept.at)
  await keepQr(qrPicture({ id, qrUrl }))
}
