import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { customerSearchQuery } from '@/api/customers'
import { HelpLink } from '@/kit/HelpLink'
import { Panel } from '@/kit/Panel'
import { settingsParts } from '@/lib/settingsParts'
import { texts } from './texts'

const words = texts.firstSteps
const link = 'font-semibold text-accent underline underline-offset-4'

/** FirstSteps guides a new business to its first stamp. It disappears with the first customer. */
export function FirstSteps() {
  const customers = useQuery(customerSearchQuery('', 1))
  if (customers.data?.total !== 0) return null
  return (
    <Panel title={words.title}>
      <ol className="grid list-decimal gap-2 pl-6 marker:font-bold">
        <Step detail={words.cardDetail}>
          <Link to="/app/settings" hash={settingsParts.card} className={link}>
            {words.card}
          </Link>
        </Step>
        <Step detail={words.posterDetail}>
          <Link to="/app/settings" hash={settingsParts.poster} className={link}>
            {words.poster}
          </Link>
        </Step>
        <Step detail={words.importsDetail}>
          <Link to="/app/importar" className={link}>
            {words.imports}
          </Link>
        </Step>
        <Step detail={words.teamDetail}>
          <Link to="/app/users" className={link}>
            {words.team}
          </Link>
        </Step>
        <Step detail={words.stampDetail}>
          <Link to="/staff/checkin" className={link}>
            {words.stamp}
          </Link>
        </Step>
      </ol>
      <p className="mt-4">
        <HelpLink page="primeros-pasos">{words.manual}</HelpLink>
      </p>
    </Panel>
  )
}

function Step({ detail, children }: { detail: string; children: ReactNode }) {
  return (
    <li>
      <span className="flex min-h-target items-center">{children}</span>
      <p className="text-small text-ink-soft">{detail}</p>
    </li>
  )
}
