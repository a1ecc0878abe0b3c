import { Badge } from '@/kit/Badge'
import { Fact, FactList } from '@/kit/FactList'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { type RefetchState, StaleNote } from '@/kit/StaleNote'
import { UsageBar } from '@/kit/UsageBar'
import { sayNumber } from '@/lib/numbers'
import { formatPhone } from '@/lib/phone'
import { holdReason } from '../message-state/MessageState'
import { texts } from './texts'

interface WhatsAppUsage {
  enabled: boolean
  from: string | null
  provider: string | null
  ratePerMinute: number | null
  dailyLimit: number | null
  monthlyLimit: number | null
  freeCredits: number | null
  freeCreditsLeft: number | null
  usedToday: number | null
  usedThisMonth: number | null
  waiting: number | null
  heldBy: string | null
}

interface WhatsAppStatusProps {
  /** `data` is null if the server has no figures, undefined while loading. */
  query: RefetchState & { data: WhatsAppUsage | null | undefined; isLoadingError: boolean }
  withCredits?: boolean
}

type State = keyof typeof texts.states

const tones = {
  on: 'good',
  trial: 'caution',
  off: 'plain',
  absent: 'plain',
  error: 'refused',
  loading: 'plain',
} as const

export function WhatsAppStatus({ query, withCredits = false }: WhatsAppStatusProps) {
  const { data: status, isLoadingError } = query
  const state = stateOf(status, isLoadingError)
  return (
    <Panel title={texts.title} actions={<Badge tone={tones[state]}>{texts.states[state]}</Badge>}>
      <StaleNote read={query} />
      {isLoadingError ? (
        <LoadFailed onRetry={query.refetch}>{texts.failed}</LoadFailed>
      ) : state === 'absent' ? (
        <p className="text-ink-soft">{texts.absent}</p>
      ) : (
        <FigureList status={status} withCredits={withCredits} />
      )}
    </Panel>
  )
}

interface FigureListProps {
  status: WhatsAppUsage | null | undefined
  withCredits: boolean
}

function FigureList({ status, withCredits }: FigureListProps) {
  const formatFigure = (value: string | number | null | undefined) => {
    if (!status) return <Skeleton className="inline-block h-5 w-20" />
    if (value === null || value === undefined) return texts.unknown
    return typeof value === 'number' ? sayNumber(value) : formatPhone(value)
  }
  return (
    <>
      <FactList>
        <Fact name={texts.from}>{formatFigure(status?.from)}</Fact>
        <Fact name={texts.dailyLimit}>{formatFigure(status?.dailyLimit)}</Fact>
        <Fact name={texts.ratePerMinute}>{formatFigure(status?.ratePerMinute)}</Fact>
        <Fact name={texts.monthlyLimit}>{formatFigure(status?.monthlyLimit)}</Fact>
        {withCredits && <Fact name={texts.freeCredits}>{formatFigure(status?.freeCredits)}</Fact>}
      </FactList>
      {status && <Usage status={status} withCredits={withCredits} />}
      {status?.provider === 'log' && <p className="mt-3 text-small text-ink-soft">{texts.trial}</p>}
    </>
  )
}

function Usage({ status, withCredits }: { status: WhatsAppUsage; withCredits: boolean }) {
  const { usedToday, dailyLimit, usedThisMonth, monthlyLimit, freeCreditsLeft, waiting, heldBy } = status
  return (
    <div className="mt-3 grid gap-3 empty:hidden">
      {usedToday !== null && dailyLimit !== null && (
        <UsageBar label={texts.usedToday} used={usedToday} limit={dailyLimit} />
      )}
      {usedThisMonth !== null && monthlyLimit !== null && (
        <UsageBar label={texts.usedThisMonth} used={usedThisMonth} limit={monthlyLimit} />
      )}
      {withCredits && freeCreditsLeft !== null && (
        <p className="text-small text-ink-soft">{texts.creditsLeft(sayNumber(freeCreditsLeft))}</p>
      )}
      {waiting !== null && waiting > 0 && (
        <p className="text-small font-medium text-caution">
          {texts.waiting(waiting)}
          {heldBy && `: ${holdReason(heldBy)}`}.
        </p>
      )}
      {waiting === 0 && heldBy === 'SETUP' && (
        <p className="text-small font-medium text-caution">{texts.refused(holdReason(heldBy))}</p>
      )}
    </div>
  )
}

function stateOf(status: WhatsAppUsage | null | undefined, failed: boolean): State {
  if (failed) return 'error'
  if (status === undefined) return 'loading'
  if (status === null) return 'absent'
  if (!status.enabled) return 'off'
  if (status.provider === 'log') return 'trial'
  return status.heldBy === 'SETUP' ? 'error' : 'on'
}
