import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askedAgain } from '@/api/askedAgain'
import { askedOnce } from '@/api/askedOnce'
import { customerQueries } from '@/api/customers'
import { addMember } from '@/api/families'
import { createCustomer, deleteCustomer, mergeCustomers, undoMerge, unsubscribeCustomer } from '@/api/records'
import type { CreatedCustomer, Customer, FamilyRole, Merge, NewCustomer } from '@/api/types'
import { errorText } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/ids'
import { notify } from '@/ui/notify'
import { customersChanged } from './changed'
import { customerTexts as texts } from './customerTexts'

/** The family that a new customer is to join. */
export interface FamilyChoice {
  id: string
  name: string
  role: FamilyRole
}

/** What is asked for: a customer, and the family that she is to join. */
export interface CreationRequest {
  customer: NewCustomer
  family: FamilyChoice | null
}

/** What came of it. */
export interface Creation {
  customer: CreatedCustomer
  family: FamilyChoice | null
  /** Why the new customer is not in the family; null when nothing went wrong. */
  warning: string | null
}

/** Creates a customer and puts her into the family that was chosen. She stays created when that fails. */
export function useCreateCustomer(onCreated: (creation: Creation) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: create,
    onSuccess: (creation) => {
      onCreated(creation)
      if (!creation.customer.existed) notify.success(texts.create.done(creation.customer.name))
      if (creation.warning !== null) notify.warning(texts.create.familyFailed)
      return customersChanged(client)
    },
    onError: (error) => notify.error(error, texts.create.failed),
  })
}

/** Archives a customer. `leave` takes the screen away from her record, before it is forgotten. */
export function useArchiveCustomer({ id, name }: Customer, leave: () => Promise<void>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => deleteCustomer(id),
    onSuccess: async () => {
      notify.success(texts.archive.done(name))
      await leave()
      client.removeQueries({ queryKey: customerQueries.one(id).queryKey })
      await customersChanged(client)
    },
  })
}

/** Makes another record of the same person part of this one. */
export function useMergeCustomers(kept: Customer, onMerged: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Customer) => mergeCustomers(kept.id, id),
    onSuccess: (merged, { name }) => {
      notify.success(texts.merge.done(name, kept.name))
      onMerged()
      return customersChanged(client, merged ? { customerId: kept.id, progress: merged.progress } : undefined)
    },
  })
}

/** Takes two merged records apart. */
export function useUndoMerge(onUndone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Merge) => undoMerge(id),
    onSuccess: (_answer, { mergedName }) => {
      notify.success(texts.undoMerge.done(mergedName))
      onUndone()
      return customersChanged(client)
    },
  })
}

/** Records that a customer wants no more marketing. */
export function useUnsubscribe({ id, name }: Customer, onDone: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => askedAgain(() => unsubscribeCustomer(id)),
    onSuccess: () => {
      notify.success(texts.unsubscribe.done(name))
      onDone()
      return customersChanged(client)
    },
  })
}

async function create({ customer: body, family }: CreationRequest): Promise<Creation> {
  const customer = await askedOnce(`create ${JSON.stringify(body)}`, (key) => createCustomer(body, key))
  if (!family || customer.existed) return { customer, family, warning: null }
  const key = newIdempotencyKey()
  try {
    await askedAgain(() => addMember(family.id, { customerId: customer.id, role: family.role }, key))
    return { customer, family, warning: null }
  } catch (error) {
    return { customer, family, warning: errorText(error, '') }
  }
}
