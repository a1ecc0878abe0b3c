import { queryOptions } from '@tanstack/react-query'
import { digitsOf, isSamePhone } from '@/lib/phone'
import { unwrap } from './client'
import { ApiError, noResponseError } from './error'
import { firstSupported } from './firstSupported'
import { api, businessKey } from './index'
import { fieldsOf } from './lists'
import { customerFrom, customersFrom, hasProgress, progressFrom, textIn } from './parsing'
import type { Customer, Progress, RegisteredVisit, Reward, RewardStatus } from './types'

/** Every key starts with the key of `all`, so that one call invalidates them. */
export const customerQueries = {
  all: () => businessKey('customers'),

  one: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id),
      queryFn: ({ signal }) => fetchCustomer(id, signal),
    }),

  progress: (id: string) =>
    queryOptions({
      queryKey: businessKey('customers', id, 'progress'),
      queryFn: ({ signal }) => fetchProgress(id, signal),
    }),
}

export const customerSearchQuery = (q: string, limit: number) =>
  queryOptions({
    queryKey: businessKey('customers', 'search', q, limit),
    queryFn: async ({ signal }) =>
      customersFrom(await unwrap(api.GET('/customers', { params: { query: { q, limit } }, signal }))),
  })

async function fetchCustomer(id: string, signal?: AbortSignal): Promise<Customer> {
  return customerFrom(await unwrap(api.GET('/customers/{id}', { params: { path: { id } }, signal })))
}

async function fetchProgress(id: string, signal?: AbortSignal): Promise<Progress> {
  return progressFrom(await unwrap(api.GET('/customers/{id}/progress', { params: { path: { id } }, signal })))
}

/** Returns the customer with the phone. Throws if none or several match. */
export function lookUpByPhone(phone: string) {
  // The last digits are the same with and without the country prefix.
  const end = digitsOf(phone).slice(-9)
  return lookUp({ phone }, end, (customers) => {
    const samePhone = customers.filter((customer) => isSamePhone(customer.phone ?? '', phone))
    const whole = samePhone.filter((customer) => digitsOf(customer.phone ?? '') === digitsOf(phone))
    const matches = whole.length > 0 ? whole : samePhone
    if (matches.length > 1)
      throw new ApiError('Hay varios clientes con este teléfono.', 409, 'SEVERAL_CUSTOMERS')
    return matches[0]
  })
}

export function lookUpByEmail(email: string) {
  const wantedEmail = email.trim().toLowerCase()
  return lookUp({ email }, wantedEmail, (customers) =>
    customers.find((customer) => customer.email?.toLowerCase() === wantedEmail),
  )
}

/** Looks a customer up. Uses the search on servers without a lookup. */
function lookUp(
  contact: { phone: string } | { email: string },
  q: string,
  choose: (customers: readonly Customer[]) => Customer | undefined,
): Promise<Customer> {
  return firstSupported([
    async () => customerFrom(await unwrap(api.POST('/customers/lookup', { body: contact }))),
    async () => {
      const { items } = customersFrom(await unwrap(api.GET('/customers', { params: { query: { q } } })))
      const match = choose(items)
      if (!match) throw new ApiError('No se encontró el cliente.', 404, 'CUSTOMER_NOT_FOUND')
      return match
    },
  ])
}

export const businessQuery = () =>
  queryOptions({
    queryKey: businessKey('business'),
    queryFn: ({ signal }) => unwrap(api.GET('/business', { signal })),
    staleTime: 5 * 60_000,
  })

interface VisitToRegister {
  key: string
  notes?: string
  authorized?: boolean
  /** True if a QR identified the customer. It may be revoked meanwhile. */
  scanned?: boolean
  /** The hash of the customer's or the QR's id, if the page does not have it. */
  idHash?: string
  qrHash?: string
  /** The time of the scan by this device's clock; only for late visits. */
  scannedAt?: string
  sentAt?: string
}

export async function registerVisit(customerId: string, { key, ...body }: VisitToRegister) {
  const header = { 'Idempotency-Key': key }
  const params = { path: { id: customerId }, header }
  const response = await firstSupported<unknown>([
    () => unwrap(api.POST('/customers/{id}/visits', { params, body })),
    () => unwrap(api.POST('/app/customers/{id}/visits', { params, body })),
    () => unwrap(api.POST('/visits', { params: { header }, body: { customerId, ...body } })),
  ])
  return completeVisit(response, () => fetchCustomer(customerId), customerId)
}

export async function registerVisitByPhone(phone: string, { key, ...body }: VisitToRegister) {
  const response = await unwrap(
    api.POST('/customers/visits/by-phone', {
      params: { header: { 'Idempotency-Key': key } },
      body: { phone, ...body },
    }),
  )
  return completeVisit(response, () => lookUpByPhone(phone))
}

export interface ChangedReward {
  /** Null when the server does not return it. */
  progress: Progress | null
  /** Null when the server does not return it. */
  status: RewardStatus | null
}

/** Redeems a reward. The idempotency key makes a retry safe. */
export async function redeemReward(
  customerId: string,
  rewardId: string,
  key: string,
  /** True asks the server to refuse if another reward was redeemed today. */
  firstToday: boolean,
): Promise<ChangedReward> {
  const path = { id: customerId, rewardId }
  const header = { 'Idempotency-Key': key }
  const params = firstToday ? { path, header, query: { firstToday } } : { path, header }
  return changedReward(await unwrap(api.POST('/customers/{id}/rewards/{rewardId}/redeem', { params })))
}

/** Reverts a redemption. A reason is required after the undo period, and for another user's redemption. */
export async function takeBackReward(
  customerId: string,
  rewardId: string,
  reason: string,
  key: string,
): Promise<ChangedReward> {
  const path = { id: customerId, rewardId }
  const header = { 'Idempotency-Key': key }
  const body = reason ? { reason } : {}
  return changedReward(
    await unwrap(
      api.POST('/customers/{id}/rewards/{rewardId}/take-back', { params: { path, header }, body }),
    ),
  )
}

function changedReward(response: unknown): ChangedReward {
  const { progress, reward } = fieldsOf(response)
  const status = textIn(fieldsOf(reward).status)
  return {
    progress: hasProgress(progress) ? progressFrom(progress) : null,
    status: status as RewardStatus | null,
  }
}

/** A body with none of these fields does not come from the server, so the outcome is unknown. */
const visitFields = ['id', 'visitedAt', 'customerId', 'progress', 'newReward']

/**
 * Adds the customer and the progress, which other servers omit. Parts that cannot be loaded stay empty,
 * because the visit is already registered.
 */
async function completeVisit(
  response: unknown,
  findCustomer: () => Promise<Customer>,
  ofCustomer: string | null = null,
): Promise<RegisteredVisit> {
  const fields = fieldsOf(response)
  if (!visitFields.some((field) => field in fields)) throw noResponseError(response)
  const parsedCustomer = { id: textIn(fields.customerId) ?? ofCustomer, name: textIn(fields.customerName) }
  const customer =
    parsedCustomer.id !== null && parsedCustomer.name !== null
      ? parsedCustomer
      : await findCustomer().catch(() => null)
  const customerId = customer?.id ?? parsedCustomer.id ?? ''
  const progress = await progressOfVisit(fields.progress, customerId)
  const newReward = rewardOfVisit(fields.newReward, progress)
  return {
    ...(fields as Partial<RegisteredVisit>),
    id: textIn(fields.id) ?? '',
    customerId,
    customerName: parsedCustomer.name ?? customer?.name ?? '',
    visitedAt: textIn(fields.visitedAt) ?? new Date().toISOString(),
    notes: textIn(fields.notes),
    authorized: fields.authorized === true,
    settled: fields.settled === true,
    waiting: fields.waiting === true,
    replayed: fields.replayed === true,
    deletedAt: textIn(fields.deletedAt),
    receivedAt: textIn(fields.receivedAt),
    registeredBy: textIn(fields.registeredBy),
    clockSkewMs: typeof fields.clockSkewMs === 'number' ? fields.clockSkewMs : null,
    progress,
    newReward,
  }
}

async function progressOfVisit(raw: unknown, customerId: string): Promise<Progress | null> {
  if (hasProgress(raw)) return progressFrom(raw)
  const fetchedProgress = customerId ? await fetchProgress(customerId).catch(() => null) : null
  return fetchedProgress ?? ('count' in fieldsOf(raw) ? progressFrom(raw) : null)
}

/** Some servers name the reward's kind only among the owed rewards. */
function rewardOfVisit(raw: unknown, progress: Progress | null): RegisteredVisit['newReward'] {
  const id = textIn(fieldsOf(raw).id)
  const owedReward = progress?.rewards.find((reward) => reward.id === id)
  const { kind = owedReward?.kind, note = owedReward?.note ?? '' } = fieldsOf(raw) as Partial<Reward>
  return id !== null && kind ? { id, kind, note } : undefined
}
