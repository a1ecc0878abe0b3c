import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { recordQueries } from '@/api/records'
import type { Consent, Customer } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { Fact, FactList } from '@/kit/FactList'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { ConsentHistory } from './ConsentHistory'
import { acceptsMarketing, currentConsent, purposes } from './consentHistory'
import { texts } from './texts'
import { UnsubscribeDialog } from './UnsubscribeDialog'

const words = texts.consents

interface ConsentPanelProps {
  customer: Customer
  timeZone: string | undefined
}

export function ConsentPanel(props: ConsentPanelProps) {
  return (
    <Panel title={words.title}>
      <Ledger {...props} />
    </Panel>
  )
}

function Ledger({ customer, timeZone }: ConsentPanelProps) {
  const consents = useQuery(recordQueries.consents(customer.id))
  const { data, error, refetch } = consents
  if (data) {
    return (
      <div className="grid gap-4">
        <Consents customer={customer} history={data.items} timeZone={timeZone} />
        <StaleNote read={consents} />
      </div>
    )
  }
  if (error) {
    return (
      <LoadFailed title={words.failed} onRetry={refetch}>
        {errorText(error)}
      </LoadFailed>
    )
  }
  return (
    <div aria-busy="true">
      <span className="sr-only">{words.loading}</span>
      <Skeleton className="h-48" />
    </div>
  )
}

interface ConsentsProps extends ConsentPanelProps {
  history: Consent[]
}

function Consents({ customer, history, timeZone }: ConsentsProps) {
  const [asking, setAsking] = useState(false)
  return (
    <div className="grid gap-4">
      <FactList>
        {purposes.map((purpose) => (
          <Fact key={purpose} name={words.purposes[purpose]}>
            <ConsentState granted={currentConsent(history, purpose)} />
          </Fact>
        ))}
      </FactList>
      {acceptsMarketing(history) ? (
        <Button variant="secondary" className="justify-self-start" onClick={() => setAsking(true)}>
          {words.ask}
        </Button>
      ) : (
        <p className="text-ink-soft">{words.none}</p>
      )}
      <ConsentHistory history={history} timeZone={timeZone} />
      <UnsubscribeDialog customer={customer} open={asking} onClose={() => setAsking(false)} />
    </div>
  )
}

function ConsentState({ granted }: { granted: boolean | null }) {
  if (granted === null) return <Badge>{words.never}</Badge>
  return granted ? <Badge tone="good">{words.granted}</Badge> : <Badge tone="refused">{words.refused}</Badge>
}
