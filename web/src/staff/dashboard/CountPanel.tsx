import type { ReactNode } from 'react'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { type RefetchState, StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'

interface CountPanelProps {
  title: string
  count: number | undefined
  words: string
  /** Text shown instead of zero. */
  none: string
  read: RefetchState & { isLoadingError: boolean; error: unknown }
  failureText: string
  action: ReactNode
  children?: ReactNode
}

export function CountPanel(props: CountPanelProps) {
  const { title, read, failureText, action } = props
  return (
    <Panel title={title}>
      <StaleNote read={read} />
      {read.isLoadingError ? (
        <LoadFailed onRetry={read.refetch}>{errorText(read.error, failureText)}</LoadFailed>
      ) : (
        <div className="grid justify-items-start gap-4">
          <Count {...props} />
          {action}
        </div>
      )}
    </Panel>
  )
}

function Count({ count, words, none, children }: CountPanelProps) {
  if (count === undefined) return <Skeleton className="h-12 w-40" />
  if (count === 0) return <p className="text-ink-soft">{none}</p>
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span translate="no" className="font-sign text-poster font-extrabold">
          {sayNumber(count)}
        </span>{' '}
        {words}
      </p>
      {children}
    </>
  )
}
