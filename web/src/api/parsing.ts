import { rewardKinds } from '@/lib/rewardKinds'
import { fieldsOf, itemsOf, listFrom } from './lists'
import type {
  Customer,
  Family,
  FamilyMember,
  FamilyRole,
  List,
  ListedCustomer,
  PendingRewards,
  Progress,
  ReportRange,
  Reward,
  RewardKind,
  ServiceCount,
  ServicesReport,
  Tag,
} from './types'

/* Converts server responses to the types of the contract. A server that implements only the specification sends
   fewer fields, some in two forms. Missing fields get defaults here. */

/** Targets that the specification fixes, for servers that send less. */
const defaultTarget = 10
const vipTarget = 4

const tags: readonly Tag[] = [
  'BONO_VIP_A',
  'BONO_VIP_B',
  'BONO_VIP_C',
  'BONO_TARJETA',
  'BONO_FAMILIA',
  'ESPORADICO',
]
const familyRoles: readonly FamilyRole[] = ['PRIMARY', 'ADULT', 'CHILD']

/** Reads a customer. Other servers nest the tag in another object. */
export function customerFrom(body: unknown): Customer {
  const fields = fieldsOf(body)
  const tag = tagOf(fields) ?? textIn(fields.tag)
  return {
    ...(fields as Partial<Customer>),
    id: textIn(fields.id) ?? '',
    name: textIn(fields.name) ?? '',
    phone: textIn(fields.phone),
    email: textIn(fields.email),
    emailUnproved: fields.emailUnproved === true,
    phoneUnproved: fields.phoneUnproved === true,
    phoneReleasedAt: textIn(fields.phoneReleasedAt),
    masked: fields.masked === true,
    birthday: textIn(fields.birthday)?.slice(0, 'YYYY-MM-DD'.length) ?? null,
    notes: textIn(fields.notes),
    tag,
    tagLabel: textIn(fields.tagLabel),
    active: typeof fields.active === 'boolean' ? fields.active : tag !== null,
    visitsCount: numberIn(fields.visitsCount) ?? 0,
    lastVisitAt: textIn(fields.lastVisitAt),
    createdAt: textIn(fields.createdAt) ?? '',
    greetedAt: textIn(fields.greetedAt),
    version: numberIn(fields.version) ?? 0,
    qrUrl: textIn(fields.qrUrl) ?? '',
    guardianId: textIn(fields.guardianId),
    family: (fields.family as Customer['family']) ?? null,
  }
}

export function customersFrom(body: unknown): List<ListedCustomer> {
  const list = listFrom<unknown>(body)
  return { ...list, items: list.items.map(listedFrom) }
}

function listedFrom(body: unknown): ListedCustomer {
  const { stamps, target, owed } = fieldsOf(body)
  return {
    ...customerFrom(body),
    stamps: numberIn(stamps),
    target: numberIn(target),
    owed: Array.isArray(owed) ? owed.filter((value): value is RewardKind => rewardKinds.includes(value)) : [],
  }
}

/** Finds the tag in the places where servers put it. */
export function tagOf(customer: object): Tag | null {
  const fields = fieldsOf(customer)
  const places = [fields, fields.customer, fields.profile, fields.meta].map((place) => fieldsOf(place).tag)
  return places.map((value) => tags.find((tag) => tag === value)).find((tag) => tag !== undefined) ?? null
}

/** Reads a progress. Owed rewards may be a list, an object with ids, or only true. */
export function progressFrom(body: unknown): Progress {
  const fields = fieldsOf(body)
  const count = numberIn(fields.count) ?? 0
  const target = numberIn(fields.target) || defaultTarget
  const vip = typeof fields.vip === 'boolean' ? fields.vip : target === vipTarget
  const halfMilestone = 'halfMilestone' in fields ? numberIn(fields.halfMilestone) : vip ? null : target >> 1
  const position = count % target
  const pending = pendingFrom(fields.pending)
  return {
    ...(fields as Partial<Progress>),
    cardId: textIn(fields.cardId) ?? '',
    cardKind: fields.cardKind === 'FAMILY' ? 'FAMILY' : 'INDIVIDUAL',
    familyName: textIn(fields.familyName),
    count,
    target,
    halfMilestone,
    toHalf: halfMilestone === null ? null : Math.max(0, halfMilestone - position),
    toFree: target - position,
    vip,
    visitedToday: fields.visitedToday === true,
    lastVisitAt: textIn(fields.lastVisitAt),
    pending,
    rewards: Array.isArray(fields.rewards) ? fields.rewards.filter(isOwed) : owedIn(pending),
  }
}

export function hasProgress(body: unknown): boolean {
  const fields = fieldsOf(body)
  return 'count' in fields && (Array.isArray(fields.rewards) || 'pending' in fields)
}

export function familyFrom(body: unknown): Family {
  const fields = fieldsOf(body)
  const members = itemsOf<unknown>(fields.members).map(memberFrom)
  return {
    ...(fields as Partial<Family>),
    id: textIn(fields.id) ?? '',
    name: textIn(fields.name) ?? '',
    policy: fields.policy === 'INDIVIDUAL' ? 'INDIVIDUAL' : 'POOL',
    membersCount: numberIn(fields.membersCount) ?? members.length,
    members,
    createdAt: textIn(fields.createdAt) ?? '',
    card: (fields.card as Family['card']) ?? null,
    version: numberIn(fields.version) ?? 0,
  }
}

/** Reads the changed family; null if the response has none. */
export function changedFamily(body: unknown): Family | null {
  return Array.isArray(fieldsOf(body).members) ? familyFrom(body) : null
}

/** Reads a report. Other servers send only `total`, `items` and `window`. */
export function reportFrom(body: unknown, choice: { date?: string; range: ReportRange }): ServicesReport {
  const fields = fieldsOf(body)
  const items = itemsOf<unknown>(body).map(countsFrom)
  const day = choice.date ?? ''
  const none = { from: day, to: day }
  return {
    ...(fields as Partial<ServicesReport>),
    total: numberIn(fields.total) ?? items.reduce((sum, item) => sum + item[choice.range], 0),
    customers: numberIn(fields.customers) ?? items.length,
    items,
    nextCursor: textIn(fields.nextCursor),
    range: choice.range,
    window: { day: none, week: none, month: none, ...(fields.window as Partial<ServicesReport['window']>) },
  }
}

function countsFrom(body: unknown): ServiceCount {
  const fields = fieldsOf(body)
  return {
    customerId: textIn(fields.customerId) ?? '',
    name: textIn(fields.name) ?? '',
    day: numberIn(fields.day) ?? 0,
    week: numberIn(fields.week) ?? 0,
    month: numberIn(fields.month) ?? 0,
  }
}

function memberFrom(body: unknown): FamilyMember {
  const fields = fieldsOf(body)
  const role = fields.role ?? fields.familyRole
  return {
    ...(fields as Partial<FamilyMember>),
    customerId: textIn(fields.customerId) ?? textIn(fields.id) ?? '',
    name: textIn(fields.name) ?? '',
    phone: textIn(fields.phone),
    role: familyRoles.find((knownRole) => knownRole === role) ?? 'ADULT',
    visitsCount: numberIn(fields.visitsCount) ?? 0,
    lastVisitAt: textIn(fields.lastVisitAt),
  }
}

function pendingFrom(value: unknown): PendingRewards | null {
  const fields = fieldsOf(value)
  const pending = {
    half: fields.half === true,
    free: fields.free === true,
    welcome: fields.welcome === true,
    halfRewardId: textIn(fields.halfRewardId),
    freeRewardId: textIn(fields.freeRewardId),
    welcomeRewardId: textIn(fields.welcomeRewardId),
  }
  return value === true || Object.values(pending).some(Boolean) ? pending : null
}

function owedIn(pending: PendingRewards | null): Reward[] {
  if (!pending) return []
  const { halfRewardId, freeRewardId, welcomeRewardId } = pending
  const owed = [
    ['HALF', halfRewardId],
    ['FREE', freeRewardId],
    ['WELCOME', welcomeRewardId],
  ] as const
  return owed.flatMap(([kind, id]) => (id === null ? [] : [rewardOf(kind, id)]))
}

function rewardOf(kind: RewardKind, id: string): Reward {
  return {
    id,
    kind,
    status: 'PENDING',
    milestone: 0,
    note: '',
    createdAt: '',
    promise: null,
    redeemedAt: null,
    redeemedBy: null,
  }
}

function isOwed(value: unknown): value is Reward {
  const { id, kind, status = 'PENDING' } = fieldsOf(value)
  return textIn(id) !== null && rewardKinds.some((knownKind) => knownKind === kind) && status === 'PENDING'
}

/** Reads a text or a numeric id. */
export function textIn(value: unknown): string | null {
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : null
}

/** Reads a number or a numeric text. */
export function numberIn(value: unknown): number | null {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
