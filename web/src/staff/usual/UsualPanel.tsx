import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWithdrawUsual } from '@/acts/staff/usuals'
import type { Usual } from '@/api/types'
import { usualQuery } from '@/api/usuals'
import { Button } from '@/kit/Button'
import { InlineConfirm } from '@/kit/InlineConfirm'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { localDay, sayDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { texts } from './texts'
import { UsualRow } from './UsualRow'

const words = texts.consent

interface UsualPanelProps {
  customerId: string
  timeZone: string
}

/** The usual cut and the consent for it. */
export function UsualPanel({ customerId, timeZone }: UsualPanelProps) {
  const { data: usual } = useQuery(usualQuery(customerId))
  return (
    <Panel title={texts.title}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{texts.intro}</p>
        <UsualRow customerId={customerId} timeZone={timeZone} />
        {usual && <Consent usual={usual} timeZone={timeZone} />}
      </div>
    </Panel>
  )
}

function Consent({ usual: { customerId, consent }, timeZone }: { usual: Usual; timeZone: string }) {
  const [isAsked, setAsked] = useState(false)
  const withdraw = useWithdrawUsual(customerId, () => setAsked(false))
  if (!consent) return <p className="text-ink-soft">{words.none}</p>
  const day = sayDay(localDay(new Date(consent.at), timeZone))
  if (!consent.granted) return <p className="text-ink-soft">{words.withdrawn(day)}</p>
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>{consent.givenBy ? words.givenBy(consent.givenBy, day) : words.given(day)}</p>
        {!isAsked && (
          <Button variant="quiet" onClick={() => setAsked(true)}>
            {words.withdraw}
          </Button>
        )}
      </div>
      {isAsked && (
        <InlineConfirm
          question={words.sure}
          effect={words.effect}
          keep={words.keep}
          confirm={words.confirm}
          arms={customerId}
          danger
          busy={withdraw.isPending}
          onKeep={() => setAsked(false)}
          onConfirm={() => withdraw.mutate()}
        />
      )}
      {withdraw.error && <Message text={`❌ ${errorText(withdraw.error, words.failed)}`} />}
    </div>
  )
}
