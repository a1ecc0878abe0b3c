import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from '@tanstack/react-router'
import { Baby } from 'lucide-react'
import { useState } from 'react'
import { recordQueries } from '@/api/records'
import type { Customer, ListedCustomer } from '@/api/types'
import { positionOnCard } from '@/card/stamp-card/face'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { Panel } from '@/kit/Panel'
import { withNames } from '@/kit/withNames'
import { localDay } from '@/lib/dates'
import { isMinor } from '@/lib/minors'
import { ChildOf } from './ChildOf'
import { texts } from './texts'

interface ChildrenPanelProps {
  customer: Customer
  mayAdd: boolean
  timeZone: string | undefined
}

export function ChildrenPanel({ customer, mayAdd, timeZone }: ChildrenPanelProps) {
  const isRequested = useLocation().state.child
  const [adding, setAdding] = useState<'not' | 'asked' | 'done'>(isRequested === undefined ? 'not' : 'asked')
  const { data: children } = useQuery(recordQueries.children(customer.id))
  const isGuardian =
    !customer.guardianId && customer.phone && !isMinor(customer.birthday, localDay(new Date(), timeZone))
  const offers = mayAdd && isGuardian
  if (!children?.items.length && !offers) return null
  return (
    <Panel title={texts.title}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{withNames(texts.intro(customer.name), customer.name)}</p>
        {children && <ChildList items={children.items} />}
        {offers &&
          (adding === 'asked' ? (
            <ChildOf guardian={customer} name={isRequested ?? ''} onDone={() => setAdding('done')} />
          ) : (
            <Button
              variant="secondary"
              className="justify-self-start"
              icon={<Baby aria-hidden="true" className="size-5" />}
              // After the form closes, the focus returns to this button.
              autoFocus={adding === 'done'}
              onClick={() => setAdding('asked')}
            >
              {texts.add}
            </Button>
          ))}
      </div>
    </Panel>
  )
}

function ChildList({ items }: { items: readonly ListedCustomer[] }) {
  if (items.length === 0) return <p>{texts.none}</p>
  return (
    <ul aria-label={texts.title} className="grid">
      {items.map(({ id, name, stamps, target, owed }) => (
        <li key={id} className="border-t border-rule first:border-0">
          <Link
            to="/app/customers/$id"
            params={{ id }}
            className="flex min-h-target flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-small py-2 underline-offset-4 hover:underline"
          >
            <span translate="no" className="font-semibold [overflow-wrap:anywhere]">
              {name}
            </span>
            <span className="flex flex-wrap items-center gap-2 text-small text-ink-soft">
              {stamps !== null && target ? texts.card(positionOnCard(stamps, target), target) : null}
              {owed.length > 0 && <Badge tone="reward">{texts.owed(owed.length)}</Badge>}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
