import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSignedIn } from '@/api'
import { businessQuery } from '@/api/customers'
import { isOffline } from '@/api/error'
import { weekQuery } from '@/api/reports'
import { canChangeSettings } from '@/api/session'
import type { Business, Role } from '@/api/types'
import { whatsAppQuery } from '@/api/whatsapp'
import { WhatsAppStatus } from '@/card/whatsapp-status/WhatsAppStatus'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { CustomersPanel } from './CustomersPanel'
import { FirstSteps, useAwaitsFirstStamp } from './FirstSteps'
import { Notices } from './Notices'
import { Shortcuts } from './Shortcuts'
import { TeamPanel } from './TeamPanel'
import { texts } from './texts'
import { OverridesPanel, WeekAnswers } from './WeekPanels'

export function DashboardScreen() {
  const { name, email, role } = useSignedIn()
  const business = useQuery(businessQuery())
  const isNew = useAwaitsFirstStamp(canChangeSettings(role))
  const whatsApp = useQuery(whatsAppQuery())
  const week = useQuery(weekQuery())
  /** Without a connection, one failure with one retry is enough. */
  const isCutOff = week.isLoadingError && isOffline(week.error)
  return (
    <div className="grid gap-4 sm:gap-6">
      <header className="flex flex-wrap items-baseline gap-x-3">
        <h1 className="min-w-0 font-sign text-title font-extrabold wrap-anywhere sm:text-display">
          {withNames(texts.welcome(firstWord(name, email)), firstWord(name, email))}
        </h1>
        <p translate="no" className="min-h-6 min-w-0 wrap-anywhere text-ink-soft">
          {business.data?.name}
        </p>
      </header>
      {isNew && <FirstSteps />}
      <WeekAnswers business={business.data?.name ?? ''} />
      <Shortcuts />
      {canChangeSettings(role) && !isNew && <FirstSteps />}
      {business.data && <LegalHint business={business.data} role={role} />}
      {!isCutOff && (
        <>
          <Notices role={role} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <OverridesPanel />
            <CustomersPanel />
            <TeamPanel role={role} />
            <WhatsAppStatus query={whatsApp} />
          </div>
        </>
      )}
    </div>
  )
}

function LegalHint({ business, role }: { business: Business; role: Role }) {
  const { legalName, taxId, legalAddress, contactEmail } = business
  if (!canChangeSettings(role) || (legalName && taxId && legalAddress && contactEmail)) return null
  return (
    <Notice tone="warning" title={texts.legal.title}>
      <p>{texts.legal.detail}</p>
      <Link
        to="/app/settings"
        search={{ seccion: 'legal' }}
        className="inline-flex min-h-target items-center font-semibold underline"
      >
        {texts.legal.mend}
      </Link>
    </Notice>
  )
}

/** The first word of the name or, without a name, of the e-mail (specification, dashboard). */
export function firstWord(name: string | undefined, email: string): string {
  const [word = ''] = (name?.trim() || email.trim()).split(/[\s@]/)
  return word
}
