import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { isUnsupported } from '@/api/firstSupported'
import { recordQueries } from '@/api/records'
import type { Customer, Reward } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { LoadFailed } from '@/kit/LoadFailed'
import { Moment } from '@/kit/Moment'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { TakeBackDialog } from './TakeBackDialog'
import { texts } from './texts'

const words = texts.rewards
const tones = { PENDING: 'reward', REDEEMED: 'good', CANCELLED: 'plain' } as const

/** Rewards shown before the button 'more'. */
const first = 5

interface RewardsPanelProps {
  customer: Customer
  timeZone: string | undefined
  mayTakeBack: boolean
}

export function RewardsPanel({ customer, timeZone, mayTakeBack }: RewardsPanelProps) {
  const rewards = useQuery(recordQueries.rewards(customer.id))
  const { data, error, refetch } = rewards
  const [all, setAll] = useState(false)
  const [taking, setTaking] = useState<Reward | null>(null)
  const items = data?.items ?? []
  const isEmpty = data?.items.length === 0
  if (isEmpty || (!data && isUnsupported(error))) return null
  return (
    <Panel title={words.title}>
      {!data && error && (
        <LoadFailed title={words.failed} onRetry={refetch}>
          {errorText(error)}
        </LoadFailed>
      )}
      {!data && !error && <Skeleton className="h-24" />}
      {data && (
        <ul className="divide-y divide-rule border-y border-rule">
          {items.slice(0, all ? items.length : first).map((reward) => (
            <RewardRow
              key={reward.id}
              reward={reward}
              timeZone={timeZone}
              {...(mayTakeBack && { onTakeBack: setTaking })}
            />
          ))}
        </ul>
      )}
      {!all && items.length > first && (
        <Button variant="quiet" onClick={() => setAll(true)}>
          {words.more(items.length - first)}
        </Button>
      )}
      <StaleNote read={rewards} />
      {taking && <TakeBackDialog customer={customer} reward={taking} onClose={() => setTaking(null)} />}
    </Panel>
  )
}

interface RewardRowProps {
  reward: Reward
  timeZone: string | undefined
  /** Undefined if the user may not revert. */
  onTakeBack?: (reward: Reward) => void
}

function RewardRow({ reward, timeZone, onTakeBack }: RewardRowProps) {
  const { note, status, createdAt, redeemedAt, redeemedBy } = reward
  const clock = timeZone ? { timeZone } : {}
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 py-2.5">
      <div className="min-w-0 flex-1 basis-48 [overflow-wrap:anywhere]">
        <p className="font-semibold">{note}</p>
        <p className="text-small text-ink-soft">
          {words.earned}: <Moment at={createdAt} {...clock} />
        </p>
        {redeemedAt && (
          <p className="text-small text-ink-soft">
            {words.redeemed(redeemedBy ?? null)}: <Moment at={redeemedAt} {...clock} />
          </p>
        )}
      </div>
      <Badge tone={tones[status]}>{words.status[status]}</Badge>
      {status === 'REDEEMED' && onTakeBack && (
        <Button variant="secondary" aria-label={words.takeBackOf(note)} onClick={() => onTakeBack(reward)}>
          {words.takeBack}
        </Button>
      )}
    </li>
  )
}
