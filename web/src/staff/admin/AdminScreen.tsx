import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSignedIn } from '@/api'
import { whatsAppQuery } from '@/api/whatsapp'
import { WhatsAppStatus } from '@/card/whatsapp-status/WhatsAppStatus'
import { buttonLook } from '@/kit/buttonLook'
import { Panel } from '@/kit/Panel'
import { CustomerTable } from './CustomerTable'
import { ManualVisit } from './ManualVisit'
import { texts } from './texts'

export function AdminScreen() {
  const whatsApp = useQuery(whatsAppQuery())
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        <Links />
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="grid gap-6">
          <ManualVisit />
          <Staff />
        </div>
        <WhatsAppStatus query={whatsApp} withCredits />
      </div>
      <CustomerTable />
    </div>
  )
}

function Links() {
  const { role } = useSignedIn()
  const look = buttonLook({ variant: 'secondary' })
  return (
    <nav aria-label={texts.links.label} className="flex flex-wrap gap-2">
      <Link to="/app/customers/new" className={look}>
        {texts.links.create}
      </Link>
      <Link to="/app/reports/services" className={look}>
        {texts.links.report}
      </Link>
      {role !== 'ADMIN' && (
        <>
          <Link to="/app/devices" className={look}>
            {texts.links.devices}
          </Link>
          <Link to="/app/settings" className={look}>
            {texts.links.settings}
          </Link>
        </>
      )}
    </nav>
  )
}

function Staff() {
  return (
    <Panel title={texts.staff.title}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{texts.staff.detail}</p>
        <div className="flex flex-wrap gap-2">
          <Link to="/app/users" className={buttonLook({ variant: 'secondary' })}>
            {texts.staff.manage}
          </Link>
          <Link to="/app/staff/new" className={buttonLook({ variant: 'quiet' })}>
            {texts.staff.create}
          </Link>
        </div>
      </div>
    </Panel>
  )
}
