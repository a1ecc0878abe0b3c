import { queryOptions } from '@tanstack/react-query'
import { api, businessKey } from '.'
import { answer } from './client'
import type { SecondFactor } from './types'

/** The user's own second factor. */
export function secondFactorQuery() {
  return queryOptions({
    queryKey: businessKey('second-factor'),
    queryFn: () => answer(api.GET('/auth/second-factor')),
  })
}

/** The user's passkeys, oldest first. */
export function passkeysQuery() {
  return queryOptions({
    queryKey: businessKey('second-factor', 'passkeys'),
    queryFn: async () => (await answer(api.GET('/auth/second-factor/passkeys'))).items,
  })
}

/** Reports whether an account has an authenticator app or a passkey. Other servers know no passkeys. */
export function hasSecondFactor(factor: SecondFactor | undefined): boolean {
  const { count = 0, elsewhere = 0 } = factor?.passkeys ?? {}
  return Boolean(factor?.enrolledAt) || count + elsewhere > 0
}
