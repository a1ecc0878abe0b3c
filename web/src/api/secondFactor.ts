import { queryOptions } from '@tanstack/react-query'
import { api, businessKey } from '.'
import { unwrap } from './client'
import type { SecondFactor } from './types'

export function secondFactorQuery() {
  return queryOptions({
    queryKey: businessKey('second-factor'),
    queryFn: () => unwrap(api.GET('/auth/second-factor')),
  })
}

/** Oldest first. */
export function passkeysQuery() {
  return queryOptions({
    queryKey: businessKey('second-factor', 'passkeys'),
    queryFn: async () => (await unwrap(api.GET('/auth/second-factor/passkeys'))).items,
  })
}

/** True with an authenticator app or a passkey, also one of a former host name. An older server sends no passkeys. */
export function hasSecondFactor(factor: SecondFactor | undefined): boolean {
  const { count = 0, elsewhere = 0 } = factor?.passkeys ?? {}
  return Boolean(factor?.enrolledAt) || count + elsewhere > 0
}
