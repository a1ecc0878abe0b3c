import { queryOptions } from '@tanstack/react-query'
import { unwrap } from './client'
import { api, businessKey } from './index'
import { itemsOf } from './lists'
import type { Role, User } from './types'

export const usersQuery = () =>
  queryOptions({
    queryKey: businessKey('users'),
    queryFn: async ({ signal }) => itemsOf<User>(await unwrap(api.GET('/users', { signal }))),
  })

/** Accounts under attack: the caller's and those that the caller manages. */
export const attackedAccountsQuery = () =>
  queryOptions({
    queryKey: businessKey('users', 'tried'),
    queryFn: async ({ signal }) => itemsOf<User>(await unwrap(api.GET('/auth/tried', { signal }))),
  })

export function rolesToCreate(role: Role): readonly ('BARBER' | 'ADMIN')[] {
  if (role === 'OWNER' || role === 'SUPERADMIN') return ['BARBER', 'ADMIN']
  return role === 'ADMIN' ? ['BARBER'] : []
}

export function mayManage(role: Role, other: Role): boolean {
  if (role === 'ADMIN') return other === 'BARBER'
  return role === 'SUPERADMIN' || (role === 'OWNER' && other !== 'SUPERADMIN')
}
