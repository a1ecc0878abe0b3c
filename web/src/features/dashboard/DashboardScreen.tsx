import { useQuery } from '@tanstack/react-query'
import { useSignedIn } from '@/api'
import { businessQuery } from '@/api/customers'
import { whatsAppQuery } from '@/api/whatsapp'
import { WhatsAppStatus } from '@/ui/whatsapp-status/WhatsAppStatus'
import { CustomersPanel } from './CustomersPanel'
import { LegalHint } from './LegalHint'
import { Shortcuts } from './Shortcuts'
import { TeamPanel } from './TeamPanel'
import { texts } from './texts'
import { WeekPanels } from './WeekPanels'
import { firstWord } from './welcome'

/** The business at a glance, and the ways to what is done every day. */
export function DashboardScreen() {
  const { name, email, role } = useSignedIn()
  const business = useQuery(businessQuery())
  const whatsApp = useQuery(whatsAppQuery())
  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <h1 className="font-sign text-poster font-extrabold">{texts.welcome(firstWord(name, email))}</h1>
        <p className="min-h-6 text-ink-soft">{business.data?.name}</p>
      </header>
      {business.data && <LegalHint business={business.data} role={role} />}
      <Shortcuts role={role} />
      <WeekPanels business={business.data?.name ?? ''} />
      <div className="grid items-start gap-6 sm:grid-cols-2 lg:grid-cols-3">
        <CustomersPanel />
        <TeamPanel role={role} />
        <WhatsAppStatus read={whatsApp} />
      </div>
    </div>
  )
}
