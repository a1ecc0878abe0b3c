import { answer } from '@/api/client'
import { qrPicture } from '@/api/qrPicture'
import { closeKey, openKey } from '@/lib/openKeys'
import { keepCard, keepQr, keptCard } from './keptCard'
import { portalApi, portalSession } from './session'

/** Ends the customer's QR. The device keeps the one that she has from now on, for when there is no network. */
export async function changeOwnQr(): Promise<void> {
  const id = portalSession()?.customerId ?? ''
  const request = `change QR of ${id}`
  const header = { 'Idempotency-Key': openKey(request) }
  const { qrUrl } = await answer(portalApi.POST('/portal/me/qr/change', { params: { header } }))
  closeKey(request)
  const kept = keptCard()
  if (kept) keepCard({ ...kept.own, qrUrl }, kept.at)
  await keepQr(qrPicture({ id, qrUrl }))
}
