import type { Own, PortalSession, Progress } from '@/api/types'

/** Things as the server answers them, for tests. */
export const signedIn: PortalSession = {
  token: 'token-of-ana',
  access_token: 'token-of-ana',
  customerId: 'c1234567890abcdef',
  businessId: 'b1',
  name: 'Ana Ruiz',
  businessName: 'Barbería Sur',
  qrUrl: '/api/public/customers/c1234567890abcdef/qr.png',
}

export function ownWith(progress: Partial<Progress> = {}, changes: Partial<Own> = {}): Own {
  return {
    id: 'c1234567890abcdef',
    name: 'Ana Ruiz',
    phone: '+34612345678',
    qrUrl: '/api/public/customers/c1234567890abcdef/qr.png',
    businessId: 'b1',
    businessName: 'Barbería Sur',
    timezone: 'Europe/Madrid',
    welcomeText: null,
    visitsCount: 3,
    pendingRewards: 0,
    createdAt: '2026-01-05T10:00:00Z',
    child: false,
    premisesAddress: null,
    premisesPhone: null,
    bookingUrl: null,
    openingHours: [],
    colour: 'GREEN',
    logoUrl: null,
    passUrl: null,
    googlePassUrl: null,
    familyPassesUrl: null,
    ...changes,
    progress: {
      cardId: 'card-1',
      cardKind: 'INDIVIDUAL',
      familyName: null,
      count: 3,
      target: 10,
      halfMilestone: 5,
      toHalf: 2,
      toFree: 7,
      vip: false,
      visitedToday: false,
      lastVisitAt: null,
      pending: null,
      rewards: [],
      ...progress,
    },
  }
}
