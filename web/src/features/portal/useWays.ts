import { useEffect, useState } from 'react'
import type { CodeWay } from '@/acts/portalSignIn'
import { answer } from '@/api/client'
import { portalApi } from '@/api/portalSession'
import { useShown } from '@/api/shown'
import type { SignInWays } from '@/api/types'

/** How one can sign in; with a code, as long as nothing else is known. */
export function useWays(businessId: string | null): SignInWays {
  const known = useShown()?.ways
  const [ways, setWays] = useState<SignInWays>(known ?? { code: true, email: false, message: false })
  useEffect(() => {
    if (known) return
    let current = true
    answer(portalApi.GET('/auth/customer/ways', { params: { query: { businessId: businessId ?? '' } } }))
      .then((known) => current && setWays(known))
      .catch(() => undefined) // the way that is there anyway remains
    return () => {
      current = false
    }
  }, [businessId, known])
  return ways
}

/**
 * How a code can come, the likelier way first. One that does not leave the house is offered last, and only on trial, where
 * the operator reads it.
 */
export function codeWays({ code, email, whatsapp }: SignInWays): CodeWay[] {
  const byEmail = email ? (['email'] as const) : []
  const byMessage = code && whatsapp !== 'OFF' ? (['whatsapp'] as const) : []
  return whatsapp === 'TRIAL' ? [...byEmail, ...byMessage] : [...byMessage, ...byEmail]
}
