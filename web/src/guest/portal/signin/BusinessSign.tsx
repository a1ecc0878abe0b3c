import { unwrap } from '@/api/client'
import { usePageData } from '@/api/pageData'
import { publicApi } from '@/api/public'
import type { PublicBusiness } from '@/api/types'
import type { Look } from '@/card/stamp-card/colours'
import { Sign } from '@/card/stamp-card/Sign'
import { Skeleton } from '@/kit/Skeleton'
import { useFetch } from '@/lib/useFetch'

/** The business of the sign-in. A name of undefined means loading, null unknown. */
export interface SignInBusiness {
  name?: string | null
  look?: Look
  suspended: boolean
}

/** Fetches the business's name. A failure does not block the sign-in. */
export function useSignInBusiness(businessId: string | null): SignInBusiness {
  const page = usePageData()
  const ask = () =>
    unwrap(publicApi.GET('/public/businesses/{id}', { params: { path: { id: businessId ?? '' } } })).then(
      signInBusinessOf,
      () => signInBusinessOf(null),
    )
  const { data } = useFetch(ask, {
    key: businessId,
    initialData: page ? signInBusinessOf(page.business) : undefined,
    isManual: businessId === null,
  })
  return data ?? { suspended: false }
}

function signInBusinessOf(business: PublicBusiness | null): SignInBusiness {
  return {
    name: business?.name ?? null,
    look: business ?? undefined,
    suspended: business?.status === 'SUSPENDED',
  }
}

export function BusinessSign({ name, look }: Pick<SignInBusiness, 'name' | 'look'>) {
  if (name === null) return null
  return (
    <div className="@container grid min-h-12 sm:min-h-16">
      {name === undefined ? <Skeleton className="h-full rounded-small" /> : <Sign look={look}>{name}</Sign>}
    </div>
  )
}
