import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api, session } from '@/api'
import { unwrap } from '@/api/client'
import { ownSessionsQuery } from '@/api/ownSessions'
import { secondFactorQuery } from '@/api/secondFactor'
import type { EnrolledFactor, Enrolment, User } from '@/api/types'
import { usersQuery } from '@/api/users'
import { notify } from '@/kit/notify'
import { useAct } from './useAct'
import { nameOf } from './users'
import { secondFactorTexts as texts } from './userTexts'

export function useReauthenticate(onConfirmed: () => void) {
  return useAct({
    mutationFn: (body: { password: string; code?: string }) => unwrap(api.POST('/auth/recent', { body })),
    onSuccess: ({ token }) => {
      session.renew(token)
      onConfirmed()
    },
    gcTime: 0,
  })
}

export function beginOwnEnrolment(): Promise<Enrolment> {
  return unwrap(api.POST('/auth/second-factor/enrolment'))
}

/** Refetches the second factor and the sessions, because a changed second factor may end sessions. */
export function invalidateOwnFactor(client: QueryClient) {
  return Promise.all([
    client.invalidateQueries({ queryKey: secondFactorQuery().queryKey }),
    client.invalidateQueries({ queryKey: ownSessionsQuery().queryKey }),
  ])
}

export function useOwnEnrolment() {
  const client = useQueryClient()
  return ({ token }: EnrolledFactor) => {
    session.renew(token)
    return invalidateOwnFactor(client)
  }
}

export function useDrawRecoveryCodes() {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => unwrap(api.POST('/auth/second-factor/recovery-codes')),
    onSuccess: () => client.invalidateQueries({ queryKey: secondFactorQuery().queryKey }),
    gcTime: 0,
  })
}

export function useRemoveOwnFactor(onRemoved: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => unwrap(api.DELETE('/auth/second-factor')),
    onSuccess: () => {
      notify.success(texts.removed)
      onRemoved()
      return invalidateOwnFactor(client)
    },
  })
}

export function useRemoveFactorOf(onRemoved: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ id }: User) =>
      unwrap(api.DELETE('/users/{id}/second-factor', { params: { path: { id } } })),
    onSuccess: (_answer, user) => {
      notify.success(texts.removedOf(nameOf(user)))
      onRemoved()
      return client.invalidateQueries({ queryKey: usersQuery().queryKey })
    },
  })
}
