import type { CodeWay } from '@/acts/guest/portalSignIn'
import { unwrap } from '@/api/client'
import { usePageData } from '@/api/pageData'
import { portalApi } from '@/api/portalSession'
import type { SignInWays } from '@/api/types'
import { useFetch } from '@/lib/useFetch'

/** Fetches the methods of the sign-in. Until the response arrives, assumes that codes are sent. */
export function useSignInWays(businessId: string | null): SignInWays {
  const pageWays = usePageData()?.ways
  const ask = () =>
    unwrap(portalApi.GET('/auth/customer/ways', { params: { query: { businessId: businessId ?? '' } } }))
  const { data } = useFetch(ask, { key: businessId, initialData: pageWays })
  return data ?? defaultWays
}

const defaultWays: SignInWays = { code: true, email: false, message: false }

/** The channels for codes, the likelier first. A channel in trial mode is last: only the operator reads its codes. */
export function codeWays({ code, email, whatsapp }: SignInWays): CodeWay[] {
  const byEmail = email ? (['email'] as const) : []
  const byMessage = code && whatsapp !== 'OFF' ? (['whatsapp'] as const) : []
  return whatsapp === 'TRIAL' ? [...byEmail, ...byMessage] : [...byMessage, ...byEmail]
}
