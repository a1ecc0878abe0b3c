import { unwrap } from './client'
import { itemsOf, listFrom } from './lists'
import { portalApi, readPortalSession } from './portalSession'
import type { List, OpenSession, Own, OwnAdjustment, OwnVisit, PortalCard, Reward } from './types'
import { passLinksOf } from './walletLinks'

const pageSize = 15

export async function loadVisits(cursor?: string): Promise<List<OwnVisit>> {
  return listFrom(await unwrap(portalApi.GET('/portal/me/visits', { params: { query: pageQuery(cursor) } })))
}

/** Adjustments of stamps without a visit, newest first. */
export async function loadAdjustments(): Promise<List<OwnAdjustment>> {
  return listFrom(await unwrap(portalApi.GET('/portal/me/adjustments')))
}

export async function loadRewards(cursor?: string): Promise<List<Reward>> {
  return listFrom(await unwrap(portalApi.GET('/portal/me/rewards', { params: { query: pageQuery(cursor) } })))
}

/** Ordered by business: the customer's own card, then the children's. */
export async function loadCards(): Promise<readonly PortalCard[]> {
  return listFrom<PortalCard>(await unwrap(portalApi.GET('/portal/me/cards'))).items
}

export async function loadSessions(): Promise<OpenSession[]> {
  return itemsOf(await unwrap(portalApi.GET('/portal/me/sessions')))
}

/** Composes the customer's data on servers that do not return them in one response. */
export async function ownFromLists(): Promise<Own> {
  const [visits, rewards] = await Promise.all([loadVisits(), loadRewards()])
  const session = readPortalSession()
  return {
    id: session?.customerId ?? '',
    name: '',
    phone: '',
    qrUrl: '',
    businessId: session?.businessId ?? '',
    businessName: '',
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    welcomeText: null,
    visitsCount: visits.total,
    pendingRewards: rewards.items.filter(({ status }) => status === 'PENDING').length,
    createdAt: '',
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
    canAddChildren: true,
    usualEnabled: false,
    familyGooglePass: null,
    progress: null,
  }
}

function pageQuery(cursor?: string) {
  return { limit: pageSize, ...(cursor && { cursor }) }
}
