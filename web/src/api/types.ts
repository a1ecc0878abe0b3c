/**
 * The contract with the server, in the shape that openapi-typescript gives it, and its things by name.
 * Nothing else in the app knows where these types come from.
 */

export type Role = 'SUPERADMIN' | 'OWNER' | 'ADMIN' | 'BARBER'
export type Tag = 'BONO_VIP_A' | 'BONO_VIP_B' | 'BONO_VIP_C' | 'BONO_TARJETA' | 'BONO_FAMILIA' | 'ESPORADICO'
export type RewardKind = 'FREE' | 'HALF' | 'WELCOME'
export type RewardStatus = 'PENDING' | 'REDEEMED' | 'CANCELLED'
export type FamilyPolicy = 'POOL' | 'INDIVIDUAL'
export type FamilyRole = 'PRIMARY' | 'ADULT' | 'CHILD'

export interface List<Item> {
  items: Item[]
  total: number
  nextCursor: string | null
}

export interface ApiProblem {
  code: string
  message: string
  errors?: { field: string; message: string }[]
  availableAt?: string
}

export interface PublicBusiness {
  id: string
  name: string
  status: 'ACTIVE' | 'SUSPENDED'
  country: string
  visitTarget: number
  halfMilestone: number | null
}

export interface Registration {
  businessId: string
  name: string
  phone: string
  email: string | null
  birthday: string | null
  whatsappOptIn: boolean
  emailOptIn: boolean
  smsOptIn: boolean
  acceptedPrivacy: boolean
  acceptedPromotions: boolean
}

export interface RegisteredCustomer {
  id: string
  name: string
  phone: string
  qrUrl: string
  businessId: string
  businessName: string
}

export interface PublicVisit {
  id: string
  visitedAt: string
  notes: string | null
}

export interface SignIn {
  token: string
  access_token: string
  role: Role
  userId: string
  businessId: string | null
  businessName: string | null
  email: string
  name: string
}

export interface Business {
  id: string
  name: string
  status: 'ACTIVE' | 'SUSPENDED'
  timezone: string
  country: string
  visitTarget: number
  vipVisitTarget: number
  halfRewardEnabled: boolean
  createdAt: string
}

export interface Customer {
  id: string
  name: string
  phone: string | null
  email: string | null
  birthday: string | null
  notes: string | null
  tag: Tag | null
  tagLabel: string | null
  visitsCount: number
  lastVisitAt: string | null
  createdAt: string
  active: boolean
  qrUrl: string
  family: { id: string; name: string; policy: FamilyPolicy; role: FamilyRole } | null
  masked?: boolean
}

export interface NewCustomer {
  name: string
  phone: string
  birthday?: string | null
  tag?: Tag | null
  email?: string | null
  notes?: string | null
}

export interface Reward {
  id: string
  kind: RewardKind
  status: RewardStatus
  milestone: number | null
  note: string | null
  createdAt: string
  redeemedAt?: string | null
}

export interface PendingRewards {
  half: boolean
  free: boolean
  welcome: boolean
  halfRewardId?: string
  freeRewardId?: string
  welcomeRewardId?: string
}

export interface Progress {
  cardId: string
  cardKind: 'INDIVIDUAL' | 'FAMILY'
  familyName: string | null
  count: number
  target: number
  halfMilestone: number | null
  toHalf: number | null
  toFree: number
  vip: boolean
  visitedToday: boolean
  lastVisitAt: string | null
  pending: PendingRewards | null
  rewards: Reward[]
}

export interface Visit {
  id: string
  visitedAt: string
  localDay: string
  notes: string | null
  registeredBy: string | null
  authorizedBy: string | null
}

export interface RegisteredVisit {
  id: string
  customerId: string
  customerName: string
  visitedAt: string
  notes: string | null
  progress: Progress
  newReward?: { id: string; kind: RewardKind }
}

interface VisitRequest {
  notes?: string | null
  authorized?: boolean
}

interface ListQuery {
  q?: string
  limit?: number
  cursor?: string
}

/** A part of a request that is there, or is not. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? { [name in Name]?: never }
  : { [name in Name]: Value }
type OptionalPart<Name extends string, Value> = { [name in Name]?: [Value] extends [never] ? never : Value }

/** One method of one path. */
type Operation<Result, Body = never, Path = never, Query = never, Header = never> = {
  parameters: Part<'path', Path> & OptionalPart<'query', Query> & OptionalPart<'header', Header>
  responses: {
    200: { content: { 'application/json': Result } }
    default: { content: { 'application/json': ApiProblem } }
  }
} & Part<'requestBody', [Body] extends [never] ? never : { content: { 'application/json': Body } }>

interface ById {
  id: string
}

interface OnceOnly {
  'Idempotency-Key'?: string
}

/** Every path this app calls. */
export interface paths {
  '/public/businesses/{bid}': { get: Operation<PublicBusiness, never, { bid: string }> }
  '/public/customers/register': { post: Operation<RegisteredCustomer, Registration> }
  '/public/customers/{id}/visits': { get: Operation<List<PublicVisit>, never, ById> }
  '/public/customers/{id}/unsubscribe': { post: Operation<{ ok: true }, { reason: 'USER_REQUEST' }, ById> }
  '/auth/login': { post: Operation<SignIn, { email: string; password: string }> }
  '/auth/change-password': {
    post: Operation<
      { ok: true; token: string; access_token: string },
      { currentPassword: string; newPassword: string }
    >
  }
  '/business': { get: Operation<Business> }
  '/customers': {
    get: Operation<List<Customer>, never, never, ListQuery>
    post: Operation<Customer & { existed: boolean }, NewCustomer>
  }
  '/customers/{id}': {
    get: Operation<Customer, never, ById>
    patch: Operation<Customer, Partial<NewCustomer>, ById>
    delete: Operation<{ ok: true }, never, ById>
  }
  '/customers/lookup': { post: Operation<Customer, { phone: string } | { email: string }> }
  '/customers/{id}/visits': {
    get: Operation<List<Visit>, never, ById, ListQuery>
    post: Operation<RegisteredVisit, VisitRequest, ById, never, OnceOnly>
  }
  '/customers/visits/by-phone': {
    post: Operation<RegisteredVisit, VisitRequest & { phone: string }, never, never, OnceOnly>
  }
  '/visits/{id}': { delete: Operation<{ ok: true; progress: Progress }, never, ById> }
  '/customers/{id}/progress': { get: Operation<Progress, never, ById> }
  '/customers/{id}/rewards': { get: Operation<List<Reward>, never, ById, ListQuery> }
  '/customers/{id}/rewards/{rewardId}/redeem': {
    post: Operation<
      { reward: Reward; progress: Progress },
      never,
      ById & { rewardId: string },
      never,
      OnceOnly
    >
  }
}
