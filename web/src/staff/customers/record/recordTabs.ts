import { useQuery } from '@tanstack/react-query'
import { useLocation, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFamilyOffer } from '@/acts/staff/familyOffer'
import { recordQueries } from '@/api/records'
import type { Customer } from '@/api/types'
import { localDay } from '@/lib/dates'
import { isMinor } from '@/lib/minors'
import { currentConsent, purposes } from './consentHistory'

/** Names in the address (`apartado`). */
const tabs = ['qr', 'familia', 'mensajes', 'consentimientos', 'repetidas'] as const

export type Tab = (typeof tabs)[number]

function parseTab(value: unknown): Tab | undefined {
  return tabs.find((tab) => tab === value)
}

/** The tab in the address, otherwise the one in the history state of the link that led here. */
export function useChosenTab(): Tab {
  const { apartado } = useSearch({ strict: false })
  const { child, family } = useLocation().state
  const [cameFor] = useState<Tab>(child !== undefined || family === true ? 'familia' : 'qr')
  return parseTab(apartado) ?? (family === true ? 'familia' : cameFor)
}

/** How many entries a tab has; 'some' if the number is unknown. */
export type TabMark = number | 'some' | undefined

export interface ShownTab {
  tab: Tab
  mark: TabMark
}

/** Lists the tabs that a user may open, and always the chosen one. */
export function useTabs(
  customer: Customer,
  mayAdminister: boolean,
  timeZone: string | undefined,
  chosenTab: Tab,
): ShownTab[] {
  const marks = useMarks(customer.id, mayAdminister)
  const isMinorNow = isMinor(customer.birthday, localDay(new Date(), timeZone))
  const mayGrow = mayAdminister && !isMinorNow && Boolean(customer.guardianId ?? customer.phone)
  const isOpen: Record<Tab, boolean> = {
    qr: true,
    familia: mayGrow || marks.familia !== undefined,
    mensajes: true,
    consentimientos: mayAdminister,
    repetidas: mayAdminister,
  }
  return tabs.filter((tab) => isOpen[tab] || tab === chosenTab).map((tab) => ({ tab, mark: marks[tab] }))
}

function useMarks(id: string, mayAdminister: boolean): Record<Tab, TabMark> {
  const enabled = mayAdminister
  const children = useQuery(recordQueries.children(id)).data?.items.length
  const { offer, isDeclined } = useFamilyOffer(id, mayAdminister)
  const messages = useQuery(recordQueries.messages(id)).data?.total ?? 0
  const texts = useQuery({ ...recordQueries.texts(id), enabled }).data?.items.length ?? 0
  const consents = useQuery({ ...recordQueries.consents(id), enabled }).data?.items ?? []
  const merges = useQuery({ ...recordQueries.merges(id), enabled }).data?.items.length
  const grantedCount = purposes.filter((purpose) => currentConsent(consents, purpose) === true).length
  return {
    qr: undefined,
    familia: children || (offer && !isDeclined ? 'some' : undefined),
    mensajes: messages + texts || undefined,
    consentimientos: grantedCount || undefined,
    repetidas: merges || undefined,
  }
}
