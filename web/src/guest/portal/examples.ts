import type { Own, OwnData, PortalSession, Progress } from '@/api/types'
import { passLinksOf } from '@/api/walletLinks'

/** Server responses for tests. */
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
    ...passLinksOf({}),
    familyPassesUrl: null,
    phoneUnproved: false,
    familyGooglePass: null,
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

/** A consent. */
export const accepted = (kind: OwnData['consents'][number]['kind'], granted: boolean, at: string | null) => ({
  kind,
  granted,
  at,
  givenBy: null,
  form: at && 'PUBLIC_REGISTER',
  textVersion: at && '2026-11',
})

export const ownData = (given: Partial<OwnData> = {}): OwnData => ({
  name: 'Ana Ruiz',
  phone: '+34612345678',
  email: 'ana@correo.test',
  emailUnproved: false,
  phoneUnproved: false,
  adjustments: [],
  signedInBy: 'phone',
  birthday: '1990-05-17',
  child: false,
  guardianName: null,
  notes: 'Raya a la izquierda',
  tag: 'Bono Tarjeta',
  familyName: 'Ruiz',
  businessName: 'Barbería Sur',
  timezone: 'Europe/Madrid',
  createdAt: '2026-01-05T10:00:00Z',
  phoneVerifiedAt: null,
  signedInAt: '2026-03-26T09:00:00Z',
  consents: [
    accepted('PRIVACY', true, '2026-01-05T10:00:00Z'),
    accepted('WHATSAPP', true, '2026-01-05T10:00:00Z'),
    accepted('EMAIL', false, '2026-02-01T10:00:00Z'),
    accepted('SMS', false, null),
    accepted('PROMOTIONS', false, '2026-01-05T10:00:00Z'),
  ],
  consentHistory: [],
  visits: [{ id: 'v1', visitedAt: '2026-03-01T10:00:00Z', notes: null }],
  rewards: [],
  texts: [{ text: '¿Tenéis hueco el lunes?', receivedAt: '2026-01-05T10:42:00Z' }],
  messages: [
    {
      kind: 'QR',
      phone: '+34612345678',
      text: 'Hola, Ana',
      status: 'SENT',
      createdAt: '2026-01-05T10:00:00Z',
      sentAt: '2026-01-05T10:00:05Z',
      deliveredAt: null,
      readAt: null,
    },
  ],
  ...given,
})
