import type {
  Adjusted,
  Business,
  Customer,
  Family,
  FamilyMember,
  MailState,
  Poster,
  Progress,
  PublicBusiness,
  RegisteredVisit,
  Reward,
  Usual,
  UsualPicture,
  Visit,
  WalletState,
} from '@/api/types'

export const business: Business = {
  id: 'b1',
  name: 'Barbería Demo',
  status: 'ACTIVE',
  timezone: 'Europe/Madrid',
  country: 'ES',
  visitTarget: 10,
  vipVisitTarget: 4,
  halfRewardEnabled: true,
  meanTicket: 0,
  serviceCost: 0,
  welcomeText: null,
  birthdayMessages: false,
  oneMoreMessages: false,
  holdBack: true,
  quietFrom: '21:00',
  quietTo: '10:00',
  weekMail: true,
  weekPhone: null,
  sendsWeek: true,
  secondFactorRequired: false,
  legalName: 'Manuel Ortega Vidal',
  taxId: '12345678Z',
  legalAddress: 'Calle del Ejemplo 7, Madrid',
  contactEmail: 'privacidad@demo.test',
  premisesAddress: null,
  premisesPhone: null,
  bookingUrl: null,
  openingHours: [],
  colour: 'GREEN',
  logoUrl: null,
  whatsapp: 'ON',
  emails: true,
  barberOpenings: false,
  usualEnabled: false,
  servedByEnabled: false,
  createdAt: '2025-01-01T10:00:00Z',
  version: 1,
}

export const publicBusiness: PublicBusiness = {
  id: 'b1',
  name: 'Barbería Sur',
  status: 'ACTIVE',
  timezone: 'Europe/Madrid',
  country: 'ES',
  visitTarget: 10,
  halfMilestone: 5,
  welcomeText: null,
  colour: 'GREEN',
  logoUrl: null,
}

export const poster: Poster = {
  address: 'https://axioma.test/r/k7m3xp',
  reach: 'EVERYWHERE',
  portal: 'https://axioma.test/portal?bid=b1',
  picture: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 210 297"/>',
  unprintable: '',
}

export const mailState: MailState = { from: null, waiting: 0, stuck: false }

export const walletState: WalletState = {
  missing: 'NOT_SET_UP',
  passType: null,
  endsAt: null,
  google: { missing: 'NOT_SET_UP', issuer: null },
}

export const customer = (fields: Partial<Customer> = {}): Customer => ({
  id: 'ana0123456789',
  name: 'Ana Gómez',
  phone: '+34612345678',
  email: 'ana@x.test',
  emailUnproved: false,
  phoneUnproved: false,
  phoneReleasedAt: null,
  masked: false,
  birthday: '1990-05-03',
  notes: null,
  tag: 'ESPORADICO',
  tagLabel: 'Esporádico',
  active: true,
  visitsCount: 4,
  lastVisitAt: '2026-11-01T10:00:00Z',
  greetedAt: null,
  greetingUndoableUntil: null,
  createdAt: '2026-01-01T10:00:00Z',
  version: 1,
  qrUrl: '/api/public/customers/ana0123456789/qr.png',
  guardianId: null,
  family: null,
  ...fields,
})

export const list = <Item>(items: Item[], total = items.length, nextCursor: string | null = null) => ({
  items,
  total,
  nextCursor,
})

export const progress = (fields: Partial<Progress> = {}): Progress => ({
  cardId: 'card',
  cardKind: 'INDIVIDUAL',
  familyName: null,
  count: 4,
  target: 10,
  halfMilestone: 5,
  toHalf: 1,
  toFree: 6,
  vip: false,
  visitedToday: false,
  lastVisitAt: null,
  pending: null,
  rewards: [],
  ...fields,
})

export const reward = (kind: Reward['kind'], id: string = kind): Reward => ({
  id,
  kind,
  status: 'PENDING',
  milestone: 5,
  note: '',
  promise: null,
  createdAt: '2026-11-01T10:00:00Z',
  redeemedAt: null,
  redeemedBy: null,
})

export const owing = (...rewards: Reward[]): Progress =>
  progress({
    count: 5,
    visitedToday: true,
    rewards,
    pending: {
      half: true,
      free: false,
      welcome: false,
      halfRewardId: 'h',
      freeRewardId: null,
      welcomeRewardId: null,
    },
  })

export const visit = (id: string, visitedAt: string, fields: Partial<Visit> = {}): Visit => ({
  id,
  visitedAt,
  localDay: visitedAt.slice(0, 10),
  notes: null,
  registeredBy: null,
  servedBy: null,
  authorizedBy: null,
  receivedAt: null,
  clockSkewMs: null,
  pastDay: false,
  device: null,
  ...fields,
})

export const adjusted = (fields: Partial<Adjusted> = {}): Adjusted => ({
  id: 'a9',
  kind: 'OPENING',
  customerId: 'ana0123456789',
  customerName: 'Ana Gómez',
  stamps: 3,
  undoneAt: null,
  replayed: false,
  progress: progress({ count: 7 }),
  newRewards: [],
  ...fields,
})

export const registeredVisit = (fields: Partial<RegisteredVisit> = {}): RegisteredVisit => ({
  id: 'v9',
  customerId: 'ana0123456789',
  customerName: 'Ana Gómez',
  visitedAt: '2026-11-20T10:00:00Z',
  notes: null,
  authorized: false,
  registeredBy: null,
  receivedAt: null,
  clockSkewMs: null,
  settled: false,
  waiting: false,
  replayed: false,
  deletedAt: null,
  progress: progress({ count: 5, visitedToday: true }),
  ...fields,
})

export const family = (fields: Partial<Family> = {}): Family => ({
  id: 'f1',
  name: 'Familia Rojas',
  policy: 'POOL',
  membersCount: 2,
  createdAt: '2026-01-01T10:00:00Z',
  version: 1,
  card: { count: 7, target: 10, halfMilestone: 5, rewards: [] },
  members: [member('dani', 'Daniel Rojas', 'PRIMARY'), member('elena', 'Elena Rojas', 'ADULT')],
  ...fields,
})

const member = (customerId: string, name: string, role: FamilyMember['role']): FamilyMember => ({
  customerId,
  name,
  role,
  phone: '+34612345678',
  visitsCount: 4,
  lastVisitAt: null,
})

export const usual = (fields: Partial<Usual> = {}): Usual => ({
  customerId: 'ana0123456789',
  note: null,
  version: 1,
  pictures: [],
  consent: null,
  minor: false,
  guardianName: null,
  ...fields,
})

export const usualPicture = (id: string): UsualPicture => ({
  id,
  url: `/customers/ana0123456789/usual/pictures/${id}`,
  takenAt: '2026-05-03T10:00:00Z',
  width: 960,
  height: 1280,
})

/** A consent given at the counter. */
export const usualConsent = {
  granted: true,
  at: '2026-05-03T10:00:00Z',
  form: 'STAFF',
  givenBy: null,
} as const
