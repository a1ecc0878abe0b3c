import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { session } from '@/api'
import type { Customer, Device, Discard, FamilyMember, ListedFamily, Merge, Reward } from '@/api/types'
import { type Act, accountActs } from '@/test/accountActs'
import { adjusted, business, customer, family, progress, registeredVisit, usual } from '@/test/examples'
import { importActs } from '@/test/importActs'
import { mockServer } from '@/test/server'
import { inSeconds, tokenWith } from '@/test/token'
import { visitActs } from '@/test/visitActs'
import * as adjustments from './adjustments'
import { useAddChild, useGiveOwnPhone } from './children'
import * as customers from './customers'
import * as devices from './devices'
import * as families from './families'
import * as greetings from './greetings'
import { OutboxProvider } from './outbox/OutboxProvider'
import * as releasedPhones from './releasedPhones'
import * as removalRequests from './removalRequests'
import * as rewards from './rewards'
import * as settings from './settings'
import * as unverified from './unverified'
import * as usuals from './usuals'
import * as visits from './visits'

const server = mockServer()

const id = 'ana0123456789'
const ana: Customer = customer({ id, name: 'Ana Gómez' })
const device = { id: 'd1', name: 'Mostrador' } as Device
const member = { customerId: id, name: 'Ana Gómez' } as FamilyMember
const reward = { id: 'r1', kind: 'FREE' } as Reward
const offer = { familyId: null, name: 'Gómez', effects: [{ customerId: id, name: 'Ana' }] } as never

const namedActs = {
  valuesOf: ({ name }: { name: string }) => ({ name }),
  fields: { name: (name: string) => ({ name }) },
}
const nameEdit = { edits: { name: { base: ana.name, typed: 'Otro' } } }

const visitRequest = { subject: { customerId: id }, name: 'Ana Gómez' }

/** All acts on a business. The last test fails if one is missing. */
const acts: Act[] = [
  ...accountActs,
  ...importActs,
  {
    name: 'useSettingsForm',
    call: ['patch', '/business'],
    answer: { ...business, legalName: 'De Demo' },
    start: (onDone) => settings.useSettingsForm(business, namedActs, { onSaved: onDone }).save,
    variables: { edits: { name: { base: business.name, typed: 'Otro' } } },
  },
  {
    name: 'usePreviewTargets',
    call: ['post', '/business/targets/preview'],
    answer: { customers: 1, rewards: 1 },
    start: settings.usePreviewTargets,
    variables: { visitTarget: 5 },
  },
  {
    name: 'useRemoveLogo',
    call: ['delete', '/business/logo'],
    answer: business,
    start: () => settings.useRemoveLogo(),
  },
  {
    name: 'useCreateCustomer',
    call: ['post', '/customers'],
    answer: { ...ana, existed: false },
    start: customers.useCreateCustomer,
    variables: { customer: { name: 'Ana', phone: '+34612345678', tag: 'ESPORADICO' }, family: null },
  },
  {
    name: 'useChangeCustomer',
    call: ['patch', `/customers/${id}`],
    answer: ana,
    start: (onDone) => customers.useChangeCustomer(id, { onSaved: onDone, onConflict: onDone }),
    variables: { changes: { name: 'Ana' }, version: 1 },
  },
  {
    name: 'useCustomerForm',
    call: ['patch', `/customers/${id}`],
    answer: ana,
    start: (onDone) =>
      customers.useCustomerForm(ana, { ...namedActs, draft: { form: 'x', owner: 'x' }, onSaved: onDone })
        .save,
    variables: nameEdit,
  },
  {
    name: 'useGreet',
    call: ['post', `/customers/${id}/greeting`],
    answer: ana,
    start: () => greetings.useGreet(id),
    variables: true,
  },
  {
    name: 'useUndoGreeting',
    call: ['delete', `/customers/${id}/greeting`],
    answer: ana,
    start: (onDone) => greetings.useUndoGreeting(id, onDone),
    variables: '2026-11-20T10:00:00Z',
  },
  {
    name: 'useArchiveCustomer',
    call: ['delete', `/customers/${id}`],
    answer: {},
    start: (onDone) => customers.useArchiveCustomer(ana, async () => onDone()),
  },
  {
    name: 'useMergeCustomers',
    call: ['post', `/customers/${id}/merge`],
    answer: { progress: progress() },
    start: (onDone) => customers.useMergeCustomers(ana, onDone),
    variables: { id: 'twin012345678', name: 'Ana bis' },
  },
  {
    name: 'useUndoMerge',
    call: ['post', '/merges/m1/undo'],
    answer: {},
    start: customers.useUndoMerge,
    variables: { id: 'm1', mergedName: 'Ana bis' } as Merge,
  },
  {
    name: 'useUnsubscribe',
    call: ['post', `/customers/${id}/unsubscribe`],
    answer: {},
    start: (onDone) => customers.useUnsubscribe(ana, onDone),
  },
  {
    name: 'useChangeQr',
    call: ['post', `/customers/${id}/qr/change`],
    answer: ana,
    start: (onDone) => customers.useChangeQr(ana, onDone),
  },
  {
    name: 'useRecordOpening',
    call: ['post', `/customers/${id}/opening-balance`],
    answer: adjusted(),
    start: (onDone) => adjustments.useRecordOpening(id, onDone),
    variables: { stamps: 7 },
  },
  {
    name: 'useCorrectStamps',
    call: ['post', `/customers/${id}/corrections`],
    answer: adjusted({ kind: 'CORRECTION' }),
    start: (onDone) => adjustments.useCorrectStamps(id, onDone),
    variables: { stamps: -1, reason: 'Se selló de más' },
  },
  {
    name: 'useRegisterPastVisit',
    call: ['post', `/customers/${id}/visits`],
    answer: registeredVisit(),
    start: (onDone) => adjustments.useRegisterPastVisit(id, onDone),
    variables: { day: '2026-11-18', reason: 'No llevaba su QR' },
  },
  {
    name: 'useUndoOpening',
    call: ['post', '/adjustments/a1/undo'],
    answer: adjusted({ undoneAt: '2026-11-20T10:00:00Z' }),
    start: (onDone) => adjustments.useUndoOpening(id, onDone),
    variables: 'a1',
  },
  {
    name: 'useRejectClaim',
    call: ['delete', `/customers/${id}/claimed-stamps`],
    answer: { ok: true },
    start: (onDone) => {
      const { mutateAsync } = adjustments.useRejectClaim(id, onDone)
      return () => mutateAsync()
    },
  },
  {
    name: 'useAddChild',
    call: ['post', `/customers/${id}/children`],
    answer: customer({ id: 'leo0123456789' }),
    start: (onDone) => useAddChild(id, onDone),
    variables: { name: 'Leo', birthday: '2020-01-01' },
  },
  {
    name: 'useGiveOwnPhone',
    call: ['post', `/customers/${id}/own-phone`],
    answer: ana,
    start: (onDone) => useGiveOwnPhone(ana, onDone),
    variables: { phone: '+34612345678' },
  },
  {
    name: 'useAddDevice',
    call: ['post', '/devices'],
    answer: { id: 'd1', code: '123456' },
    start: () => devices.useAddDevice(),
    variables: 'Mostrador',
  },
  {
    name: 'useRenameDevice',
    call: ['patch', '/devices/d1'],
    answer: device,
    start: (onDone) => devices.useRenameDevice(device, onDone),
    variables: 'Barra',
  },
  {
    name: 'useRevokeDevice',
    call: ['post', '/devices/d1/revoke'],
    answer: device,
    start: devices.useRevokeDevice,
    variables: device,
  },
  {
    name: 'useSettleHandedVisit',
    call: ['post', '/devices/d1/visits/v1/register'],
    answer: registeredVisit(),
    start: () => devices.useSettleHandedVisit('d1', 'v1'),
    variables: 'register',
  },
  {
    name: 'useDiscardUnverified',
    call: ['post', '/registrations/unverified/2026-11-20/discard'],
    answer: { discarded: 3 },
    start: unverified.useDiscardUnverified,
    variables: { day: '2026-11-20', asOf: '2026-11-20T10:00:00Z' },
  },
  {
    name: 'useRestoreDiscard',
    call: ['post', '/registrations/discards/x1/restore'],
    answer: { restored: 3, left: 0 },
    start: () => unverified.useRestoreDiscard(),
    variables: { id: 'x1', customers: 3 } as Discard,
  },
  {
    name: 'useCreateFamily',
    call: ['post', '/families'],
    answer: family(),
    start: families.useCreateFamily,
    variables: { name: 'Gómez', policy: 'POOL' },
  },
  {
    name: 'useDeleteFamily',
    call: ['delete', '/families/f1'],
    answer: {},
    start: families.useDeleteFamily,
    variables: { id: 'f1', name: 'Gómez' } as ListedFamily,
  },
  {
    name: 'useFamilyForm',
    call: ['patch', '/families/f1'],
    answer: family(),
    start: (onDone) => families.useFamilyForm(family(), () => ({}), onDone).save,
    variables: { edits: { name: { base: family().name, typed: 'Gómez' } } },
  },
  {
    name: 'useJoinFamily',
    call: ['post', '/families/f1/members'],
    answer: family(),
    start: () => families.useJoinFamily('f1'),
    variables: { customerId: id, name: 'Ana', role: 'ADULT' },
  },
  {
    name: 'useAcceptFamily',
    call: ['post', `/customers/${id}/family`],
    answer: family(),
    start: (onDone) => families.useAcceptFamily(id, onDone),
    variables: offer,
  },
  {
    name: 'useLeaveFamily',
    call: ['delete', `/families/f1/members/${id}`],
    answer: family(),
    start: () => families.useLeaveFamily('f1'),
    variables: member,
  },
  {
    name: 'useChangeFamilyRole',
    call: ['patch', `/families/f1/members/${id}/role`],
    answer: family(),
    start: () => families.useChangeFamilyRole('f1'),
    variables: { customerId: id, role: 'CHILD' },
  },
  {
    name: 'useRedeem',
    call: ['post', `/customers/${id}/rewards/r1/redeem`],
    answer: { status: 'REDEEMED', progress: progress() },
    start: () => rewards.useRedeem(id),
    variables: reward,
  },
  {
    name: 'useTakeBack',
    call: ['post', `/customers/${id}/rewards/r1/take-back`],
    answer: { status: 'PENDING', progress: progress() },
    start: (onDone) => rewards.useTakeBack(id, onDone),
    variables: { rewardId: 'r1', reason: 'error' },
  },
  {
    name: 'useRewardActs',
    call: ['post', `/customers/${id}/rewards/r1/redeem`],
    answer: { status: 'REDEEMED', progress: progress() },
    start: () => {
      const { redeem } = rewards.useRewardActs()
      return () => redeem(id, 'r1')
    },
  },
  ...visitActs,
  {
    name: 'useMarkReleaseSeen',
    call: ['post', '/released-phones/c1/seen'],
    answer: {},
    start: releasedPhones.useMarkReleaseSeen,
    variables: 'c1',
  },
  {
    name: 'useRemoveUsualPicture',
    call: ['delete', `/customers/${id}/usual/pictures/p1`],
    answer: usual(),
    start: () => usuals.useRemoveUsualPicture(id),
    variables: 'p1',
  },
  {
    name: 'useChangeUsualNote',
    call: ['patch', `/customers/${id}/usual`],
    answer: usual(),
    start: (onDone) => usuals.useChangeUsualNote(id, onDone),
    variables: { note: 'Al 1', version: 1 },
  },
  {
    name: 'useWithdrawUsual',
    call: ['post', `/customers/${id}/usual/consent`],
    answer: usual(),
    start: (onDone) => usuals.useWithdrawUsual(id, onDone),
  },
  {
    name: 'useAskRemoval',
    call: ['post', '/visits/v1/removal-request'],
    answer: {},
    start: removalRequests.useAskRemoval,
    variables: 'v1',
  },
  {
    name: 'useRefuseRemoval',
    call: ['post', '/visits/v1/removal-request/refuse'],
    answer: {},
    start: removalRequests.useRefuseRemoval,
    variables: 'v1',
  },
]

let client: QueryClient

beforeEach(() => {
  client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  session.start({ token: tokenWith({ exp: inSeconds(600) }), role: 'SUPERADMIN', email: 'op@x.test' })
  session.actOn('demo')
})

function Providers({ children }: { children: ReactNode }) {
  return (
    <QueryClientProvider client={client}>
      <OutboxProvider>{children}</OutboxProvider>
    </QueryClientProvider>
  )
}

/** Starts an act, and chooses another business before the response arrives. */
async function switchBusinessDuring(
  { call: [method, path], answer, start, variables }: Act,
  onDone: () => void,
) {
  const release = server.hold(method, path)
  const { result } = renderHook(() => start(onDone), { wrapper: Providers })
  const { current } = result
  const carryOut = () => ('mutateAsync' in current ? current.mutateAsync(variables as never) : current())
  const outcome = carryOut().catch((error: unknown) => error)
  await waitFor(() => expect(server.pendingCount()).toBeGreaterThan(0))
  session.actOn('norte')
  release(answer)
  return outcome
}

test.each(acts)('$name: the response for an earlier business is dropped', async (act) => {
  const onDone = vi.fn()
  const outcome = await switchBusinessDuring(act, onDone)
  expect(outcome).toMatchObject({ code: 'EARLIER_IDENTITY' })
  expect(onDone).not.toHaveBeenCalled()
  const cachedQueries = client.getQueryCache().getAll()
  expect(
    cachedQueries.filter(({ state }) => state.data !== undefined).map(({ queryKey }) => queryKey),
  ).toEqual([])
})

test('a visit with a dropped response waits in the outbox of its business', async () => {
  const release = server.hold('post', `/customers/${id}/visits`)
  const { result } = renderHook(() => visits.useVisitActs(), { wrapper: Providers })
  const outcome = result.current.register(visitRequest)
  await waitFor(() => expect(server.pendingCount()).toBe(1))
  session.actOn('norte')
  release(registeredVisit())
  await expect(outcome).resolves.toMatchObject({ type: 'kept' })
  expect(client.getQueryCache().getAll()).toEqual([])
})

/** Acts of an account or of the platform, hooks without requests, and acts that ignore the response. */
const exempt = [
  'useAcceptInvitation',
  ...['useAction', 'useAddUsualPicture', 'useChangePassword'],
  'useBusinessForm',
  'useChoosePassword',
  'useDecideRestored',
  'useEnrolDevice',
  ...['useExportBusiness', 'useImportLabels', 'useImportRejects', 'useMakeBackup'],
  ...['useFamilyOffer', 'useFollowImport', 'useInvitation'],
  ...['useAct', 'useDialogDraft', 'useDraftState', 'useKeyedSend'],
  ...['useNewOwnerPassword', 'usePendingChanges'],
  'useRestoreCopy',
  ...['useOpenBusiness', 'useOwnCopy', 'useAddOwnChild', 'usePoster'],
  'useRegisterVisit',
  'useRequestReset',
  'useResetByLink',
  'useSavedForm',
  'useSendQr',
  'useSetLogo',
  'useSignIn',
  'useSwitchStatus',
  'useTrialMail',
  'useBeginEnrolment',
  'useConfirmEnrolment',
  ...['useDrawRecoveryCodes', 'useOwnEnrolment'],
  ...['usePassSecondFactor', 'useAddPasskey', 'useConfirmByPasskey', 'useSignInWithPasskey'],
  ...['useReauthenticate', 'useReauthenticateByPasskey', 'useRemoveOwnFactor', 'useRemovePasskey'],
  ...['useRenamePasskey', 'useOrganisation'],
  ...['useTableFile', 'useCloseOtherSessions', 'useCloseSession'],
]

test('the list has every act on a business', () => {
  const modules = import.meta.glob<object>(['../*/*.ts', '!../*/*.test.ts'], { eager: true })
  const hooks = Object.values(modules).flatMap((module) =>
    Object.keys(module).filter((name) => /^use[A-Z]/.test(name)),
  )
  expect(hooks.toSorted()).toEqual([...acts.map(({ name }) => name), ...exempt].toSorted())
})
