import { unwrap } from '@/api/client'
import { portalApi } from '@/api/portalSession'
import { retryOnce } from '@/api/retryOnce'
import type { NewChild, OwnChild, PortalSession } from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import type { OwnPhoneInput } from '@/card/child/OwnPhoneForm'

export const openCard = (id: string): Promise<PortalSession> =>
  unwrap(portalApi.POST('/portal/me/cards/{id}/open', { params: { path: { id } } }))

/** Adds a child of the signed-in guardian. It works from any of the guardian's open cards. */
export const addOwnChild = (child: NewChild, key: string): Promise<OwnChild> =>
  unwrap(
    portalApi.POST('/portal/me/children', { params: { header: { 'Idempotency-Key': key } }, body: child }),
  )

/** Gives a child their own phone. Returns a session on the guardian's own card. */
export const giveOwnPhone = (id: string, input: OwnPhoneInput): Promise<PortalSession> =>
  withIdempotencyKey(`own phone ${id} ${JSON.stringify(input)}`, (key) =>
    retryOnce(() =>
      unwrap(
        portalApi.POST('/portal/me/children/{id}/own-phone', {
          params: { path: { id }, header: { 'Idempotency-Key': key } },
          body: input,
        }),
      ),
    ),
  )
