import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { customerQueries } from '@/api/customers'
import { isApiError } from '@/api/error'
import { addMember } from '@/api/families'
import {
  changeCustomer,
  changeQr,
  createCustomer,
  deleteCustomer,
  mergeCustomers,
  undoMerge,
  unsubscribeCustomer,
} from '@/api/records'
import { retryOnce } from '@/api/retryOnce'
import type {
  CreatedCustomer,
  Customer,
  CustomerChanges,
  FamilyRole,
  Merge,
  NewCustomer,
  OpeningBalance,
} from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import type { Fields } from '@/lib/form'
import { newIdempotencyKey } from '@/lib/ids'
import { sendOpening } from './adjustments'
import { customerTexts as texts } from './customerTexts'
import { refreshCustomers } from './refreshCustomers'
import { useAct } from './useAct'
import { type SaveOutcome, useSavedForm } from './useSavedForm'
import { useVisitActs, type VisitActs } from './visits'

export interface FamilyChoice {
  id: string
  name: string
  role: FamilyRole
}

export interface CreationRequest {
  customer: NewCustomer
  family: FamilyChoice | null
  /** The stamps of a paper card. */
  opening?: OpeningBalance
  /** Whether the act also registers a first visit. */
  stamp?: boolean
}

export interface Creation {
  customer: CreatedCustomer
  family: FamilyChoice | null
  /** Why the customer could not join the family; otherwise null. */
  warning: string | null
  /** Null unless requested. `notAsked` for an existing customer, to be checked first. */
  opening: FirstOpening | null
  /** As `opening`. */
  visit: FirstVisit | null
}

export type FirstOpening =
  | { type: 'recorded'; body: OpeningBalance }
  | { type: 'notAsked' }
  | { type: 'refused'; body: OpeningBalance; why: string }

/** `kept`: the visit waits in the outbox. */
export type FirstVisit = { type: 'registered' | 'kept' | 'notAsked' } | { type: 'refused'; why: string }

/** Creates a customer, then family membership, paper stamps and first visit. If a later step fails, the customer stays. */
export function useCreateCustomer(onCreated: (creation: Creation) => void) {
  const client = useQueryClient()
  const { register } = useVisitActs()
  return useAct({
    mutationFn: async (request: CreationRequest): Promise<Creation> => {
      const creation = await create(request)
      const opening = request.opening ? await firstOpening(creation.customer, request.opening) : null
      const visit = request.stamp ? await firstVisit(creation.customer, register) : null
      return { ...creation, opening, visit }
    },
    onSuccess: (creation) => {
      onCreated(creation)
      if (creation.warning !== null) notify.warning(texts.create.familyFailed)
      return refreshCustomers(client)
    },
    onError: (error) => notify.error(error, texts.create.failed),
  })
}

export interface ChangeRequest {
  changes: CustomerChanges
  version: number
}

interface ChangeCallbacks {
  onSaved: (customer: Customer) => void
  /** Called when another person had changed the customer; nothing was saved. */
  onConflict: (customer: Customer) => void
}

/** Changes a customer. Never overwrites another user's change. */
export function useChangeCustomer(id: string, { onSaved, onConflict: onMet }: ChangeCallbacks) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (request: ChangeRequest) => change(client, id, request),
    onSuccess: ({ saved, customer }) => {
      client.setQueryData(customerQueries.one(id).queryKey, customer)
      if (saved) {
        notify.success(texts.change.done)
        onSaved(customer)
      } else onMet(customer)
      return refreshCustomers(client)
    },
  })
}

export interface CustomerForm<Values> {
  valuesOf: (customer: Customer) => Values
  fields: Fields<Values, CustomerChanges>
  draft: { form: string; owner: string }
  onSaved: (outcome: SaveOutcome<Customer, Values>) => void
}

export function useCustomerForm<Values extends object>(
  customer: Customer,
  { onSaved, ...form }: CustomerForm<Values>,
) {
  const client = useQueryClient()
  const { id } = customer
  return useSavedForm<Customer, Values, CustomerChanges>({
    ...form,
    row: customer,
    send: (changes, version) => changeCustomer(id, changes, version),
    conflict: 'CUSTOMER_CHANGED',
    reread: () => reread(client, id),
    onRow: (row) => client.setQueryData(customerQueries.one(id).queryKey, row),
    onSaved: (outcome) => {
      onSaved(outcome)
      void refreshCustomers(client)
    },
  })
}

/** Fetches the record. Throws if it was merged into another. */
async function reread(client: QueryClient, id: string): Promise<Customer> {
  const customer = await client.fetchQuery({ ...customerQueries.one(id), staleTime: 0 })
  if (customer.id !== id) throw new Error(texts.change.failed)
  return customer
}

/** Archives a customer. Calls `leave`, which navigates away, before the record is removed from the cache. */
export function useArchiveCustomer({ id, name }: Customer, leave: () => Promise<void>) {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => deleteCustomer(id),
    onSuccess: async () => {
      notify.success(texts.archive.done(name), name)
      await leave()
      client.removeQueries({ queryKey: customerQueries.one(id).queryKey })
      await refreshCustomers(client)
    },
  })
}

export function useMergeCustomers(keptCustomer: Customer, onMerged: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ id }: Customer) => mergeCustomers(keptCustomer.id, id),
    onSuccess: (mergeResult, { name }) => {
      notify.success(texts.merge.done(name, keptCustomer.name), name, keptCustomer.name)
      onMerged()
      return refreshCustomers(
        client,
        mergeResult ? { customerId: keptCustomer.id, progress: mergeResult.progress } : undefined,
      )
    },
  })
}

export function useUndoMerge(onUndone: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ id }: Merge) => undoMerge(id),
    onSuccess: (_answer, { mergedName }) => {
      notify.success(texts.undoMerge.done(mergedName), mergedName)
      onUndone()
      return refreshCustomers(client)
    },
  })
}

export function useUnsubscribe({ id, name }: Customer, onDone: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => retryOnce(() => unsubscribeCustomer(id)),
    onSuccess: () => {
      notify.success(texts.unsubscribe.done(name), name)
      onDone()
      return refreshCustomers(client)
    },
  })
}

/** Revokes the QR and creates another. */
export function useChangeQr({ id, name }: Pick<Customer, 'id' | 'name'>, onDone: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => withIdempotencyKey(`change QR of ${id}`, (key) => retryOnce(() => changeQr(id, key))),
    onSuccess: (customer) => {
      client.setQueryData(customerQueries.one(id).queryKey, customer)
      notify.success(texts.changeQr.done(name), name)
      onDone()
      return refreshCustomers(client)
    },
  })
}

async function change(client: QueryClient, id: string, { changes, version }: ChangeRequest) {
  try {
    return { saved: true, customer: await changeCustomer(id, changes, version) }
  } catch (error) {
    if (!isApiError(error, 'CUSTOMER_CHANGED')) throw error
    const customer = await client.fetchQuery({ ...customerQueries.one(id), staleTime: 0 }).catch(() => null)
    if (customer?.id !== id) throw error
    // If the first attempt succeeded and its response was lost, the retry conflicts with it.
    return { saved: hasChanges(customer, changes), customer }
  }
}

/** True if the customer has all changes, apart from the server's normalization. */
function hasChanges(customer: Customer, changes: CustomerChanges): boolean {
  if (changes.phoneIsHers && customer.phoneUnproved) return false
  if (changes.emailIsHers && customer.emailUnproved) return false
  const fields = ['name', 'phone', 'email', 'birthday', 'notes', 'tag'] as const
  return fields.every(
    (field) => changes[field] === undefined || normalize(changes[field]) === normalize(customer[field]),
  )
}

function normalize(value: unknown): string {
  return typeof value === 'string' ? value.replace(/\s+/g, ' ').trim().toLowerCase() : ''
}

async function firstOpening({ id, existed }: CreatedCustomer, body: OpeningBalance): Promise<FirstOpening> {
  if (existed) return { type: 'notAsked' }
  try {
    await sendOpening(id, body)
    return { type: 'recorded', body }
  } catch (error) {
    return { type: 'refused', body, why: errorText(error, '') }
  }
}

async function firstVisit(
  { id, name, existed }: CreatedCustomer,
  register: VisitActs['register'],
): Promise<FirstVisit> {
  if (existed) return { type: 'notAsked' }
  try {
    const { type } = await register({ subject: { customerId: id }, name })
    return { type }
  } catch (error) {
    return { type: 'refused', why: errorText(error, '') }
  }
}

async function create({
  customer: body,
  family,
}: CreationRequest): Promise<Omit<Creation, 'opening' | 'visit'>> {
  const customer = await withIdempotencyKey(`create ${JSON.stringify(body)}`, (key) =>
    createCustomer(body, key),
  )
  if (!family || customer.existed) return { customer, family, warning: null }
  const key = newIdempotencyKey()
  try {
    await retryOnce(() => addMember(family.id, { customerId: customer.id, role: family.role }, key))
    return { customer, family, warning: null }
  } catch (error) {
    return { customer, family, warning: errorText(error, '') }
  }
}
