import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  acceptFamily,
  addMember,
  changeFamily,
  changeFamilyRole,
  createFamily,
  deleteFamily,
  familyQueries,
  readFamily,
  removeMember,
} from '@/api/families'
import { retryOnce } from '@/api/retryOnce'
import { retryUnlessDone } from '@/api/retryUnlessDone'
import type {
  Family,
  FamilyChanges,
  FamilyMember,
  FamilyOffer,
  FamilyPolicy,
  FamilyRole,
  ListedFamily,
  NewFamily,
} from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import { notify } from '@/kit/notify'
import type { Faults } from '@/lib/useForm'
import { offeredNames } from './familyOffer'
import { familyTexts as texts } from './familyTexts'
import { refreshCustomers } from './refreshCustomers'
import { useAct } from './useAct'
import { useDialogDraft } from './useDialogDraft'
import { type SaveOutcome, useSavedForm } from './useSavedForm'

export function useCreateFamily(onCreated: (family: ListedFamily) => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (family: NewFamily) =>
      withIdempotencyKey(`create family ${JSON.stringify(family)}`, (key) => createFamily(family, key)),
    onSuccess: (family) => {
      onCreated(family)
      return refreshCustomers(client)
    },
  })
}

export function useDeleteFamily(onDeleted: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ id }: ListedFamily) => retryUnlessDone(() => deleteFamily(id), 'FAMILY_NOT_FOUND', id),
    onSuccess: (_answer, { name }) => {
      notify.success(texts.remove.done(name), name)
      onDeleted()
      return refreshCustomers(client)
    },
  })
}

export interface FamilyValues {
  name: string
  policy: FamilyPolicy
}

export function useFamilyForm(
  family: Family,
  faultsIn: (values: FamilyValues) => Faults,
  onSaved?: (outcome: SaveOutcome<Family, FamilyValues>) => void,
) {
  const client = useQueryClient()
  const draft = useDialogDraft(`family ${family.id}`)
  return useSavedForm<Family, FamilyValues, FamilyChanges>({
    row: family,
    valuesOf: ({ name, policy }) => ({ name, policy }),
    fields: { name: (name) => ({ name: name.trim() }), policy: (policy) => ({ policy }) },
    send: async (changes, version) =>
      (await changeFamily(family.id, changes, version)) ?? (await readFamily(family.id)),
    faultsIn,
    draft,
    conflict: 'FAMILY_CHANGED',
    reread: () => readFamily(family.id),
    onRow: (row) => showFamily(client, row),
    ...(onSaved && { onSaved }),
  })
}

export interface Candidate {
  customerId: string
  name: string
  role: FamilyRole
}

export function useJoinFamily(id: string) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ customerId, role }: Candidate) =>
      withIdempotencyKey(`join ${JSON.stringify([id, customerId, role])}`, (key) =>
        addMember(id, { customerId, role }, key),
      ),
    onSuccess: (family, { name }) => {
      showFamily(client, family)
      notify.success(texts.join.done(name), name)
    },
  })
}

/** Accepts an offer, with one idempotency key per offer. After a refusal, loads the current offer. */
export function useAcceptFamily(customerId: string, onJoined: (family: Family) => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (offer: FamilyOffer) => {
      const ids = offer.effects.map((effect) => effect.customerId)
      return withIdempotencyKey(`accept family ${JSON.stringify([customerId, offer.familyId, ids])}`, (key) =>
        retryOnce(() => acceptFamily(customerId, offer, key)),
      )
    },
    onSuccess: (family, { effects }) => {
      showFamily(client, family)
      notify.success(
        texts.offer.done(offeredNames(effects), effects.length, family.name),
        offeredNames(effects),
        family.name,
      )
      onJoined(family)
    },
    onError: () => refreshCustomers(client),
  })
}

export function useLeaveFamily(id: string) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ customerId }: FamilyMember) =>
      retryUnlessDone(() => removeMember(id, customerId), 'MEMBER_NOT_FOUND', customerId),
    onSuccess: (family, { name }) => {
      showFamily(client, family)
      notify.success(texts.leave.done(name), name)
    },
    onError: () => refreshCustomers(client),
  })
}

export function useChangeFamilyRole(id: string) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ customerId, role }: { customerId: string; role: FamilyRole }) =>
      changeFamilyRole(id, customerId, role),
    onSuccess: (family) => {
      showFamily(client, family)
      notify.success(texts.change.done)
    },
    onError: (error) => notify.error(error, texts.change.failed),
  })
}

function showFamily(client: QueryClient, family: Family | null): void {
  void refreshCustomers(client)
  if (family) client.setQueryData(familyQueries.one(family.id).queryKey, family)
}
