import { answer } from '@/api/client'
import { publicApi } from '@/api/public'
import { useShown } from '@/api/shown'
import type { PublicBusiness } from '@/api/types'
import type { Look } from '@/card/stamp-card/colours'
import { Sign } from '@/card/stamp-card/Sign'
import { Skeleton } from '@/kit/Skeleton'
import { useAsked } from '@/lib/useAsked'

/** What is known of the shop whose card is asked for: no name while it is on its way, null where there is none. */
export interface Shop {
  name?: string | null
  look?: Look
  suspended: boolean
}

/** Asks for the shop that the address names; what cannot be known keeps nobody out. */
export function useShop(businessId: string | null): Shop {
  const shown = useShown()
  const ask = () =>
    answer(publicApi.GET('/public/businesses/{id}', { params: { path: { id: businessId ?? '' } } })).then(
      shopOf,
      () => shopOf(null),
    )
  const { data } = useAsked(ask, {
    key: businessId,
    known: shown ? shopOf(shown.business) : undefined,
    onDemand: businessId === null,
  })
  return data ?? { suspended: false }
}

function shopOf(business: PublicBusiness | null): Shop {
  return {
    name: business?.name ?? null,
    look: business ?? undefined,
    suspended: business?.status === 'SUSPENDED',
  }
}

/** The sign of the shop. Its place is kept while the name is on its way; without a name it is none. */
export function ShopSign({ name, look }: Pick<Shop, 'name' | 'look'>) {
  if (name === null) return null
  return (
    <div className="@container grid min-h-12 sm:min-h-16">
      {name === undefined ? <Skeleton className="h-full rounded-small" /> : <Sign look={look}>{name}</Sign>}
    </div>
  )
}
