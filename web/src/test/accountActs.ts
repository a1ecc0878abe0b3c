import * as firstSteps from '@/acts/staff/firstSteps'
import * as invitations from '@/acts/staff/invitations'
import * as secondFactor from '@/acts/staff/secondFactor'
import * as users from '@/acts/staff/users'
import type { User } from '@/api/types'

/** The hook of an act. Its act calls `onDone` after a success. */
type Start = (
  onDone: () => void,
) => (() => Promise<unknown>) | { mutateAsync: (variables: never) => Promise<unknown> }

export interface Act {
  name: string
  call: ['post' | 'patch' | 'delete', string]
  answer: object
  start: Start
  variables?: unknown
}

const user = { id: 'u1', email: 'barbero@x.test' } as User

export const accountActs: Act[] = [
  {
    name: 'useCreateUser',
    call: ['post', '/users'],
    answer: user,
    start: () => users.useCreateUser(),
    variables: { name: '', email: 'barbero@x.test', password: 'Tijera-1', role: 'BARBER' },
  },
  {
    name: 'useChangeAccess',
    call: ['post', '/users/u1/disable'],
    answer: user,
    start: users.useChangeAccess,
    variables: user,
  },
  {
    name: 'useRemoveFactorOf',
    call: ['delete', '/users/u1/second-factor'],
    answer: user,
    start: secondFactor.useRemoveFactorOf,
    variables: user,
  },
  {
    name: 'useResetPassword',
    call: ['post', '/users/u1/reset-password'],
    answer: { tempPassword: 'Tijera-1' },
    start: () => users.useResetPassword(),
    variables: user,
  },
  {
    name: 'useInvite',
    call: ['post', '/users/invitations'],
    answer: { user },
    start: () => invitations.useInvite(),
    variables: { name: '', email: 'barbero@x.test', role: 'BARBER' },
  },
  {
    name: 'useInviteAgain',
    call: ['post', '/users/u1/invitation'],
    answer: { user },
    start: () => invitations.useInviteAgain(),
    variables: user,
  },
  {
    name: 'useMarkFirstStep',
    call: ['post', '/business/first-steps'],
    answer: { hidden: false, items: [] },
    start: () => firstSteps.useMarkFirstStep(),
    variables: { step: 'STAFF', done: true },
  },
  {
    name: 'useHideFirstSteps',
    call: ['patch', '/business/first-steps'],
    answer: { hidden: true, items: [] },
    start: () => firstSteps.useHideFirstSteps(),
    variables: true,
  },
]
