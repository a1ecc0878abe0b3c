import type { CodeWay } from '@/acts/guest/portalSignIn'
import { answer } from '@/api/client'
import { usePageData } from '@/api/pageData'
import { portalApi } from '@/api/portalSession'
import type { SignInWays } from '@/api/types'
import { useFetch } from '@/lib/useFetch'

/** How one can sign in; with a code, as long as nothing else is known. */
export function useSignInWays(businessId: string | null): SignInWays {
  const known = usePageData()?.ways
  const ask = () =>
    answer(portalApi.GET('/auth/customer/ways', { params: { query: { businessId: businessId ?? '' } } }))
  const { data } = useFetch(ask, { key: businessId, initialData: known })
  return data ?? defaultWays
}

const defaultWays: SignInWays = { code: true, email: false, message: false }

/**
 * How a code can come, the likelier way first. One that does not leave the house is offered last, and only on trial, where
 * the operator reads it.
 */
export function codeWays({ code, email, whatsapp }: SignInWays): CodeWay[] {
  const byEmail = email ? (['email'] as const) : []
  const byMessage = code && whatsapp !== 'OFF' ? (['whatsapp'] as const) : []
  return whatsapp === 'TRIAL' ? [...byEmail, ...byMessage] : [...byMessage, ...byEmail]
}
