import type { ReactNode } from 'react'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { type RefetchState, StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'

interface CountPanelProps {
  title: string
  /** How many; undefined until it is known. */
  count: number | undefined
  /** What is counted. */
  words: string
  /** What to say in the place of a nought. */
  none: string
  read: RefetchState & { isLoadingError: boolean; error: unknown }
  /** What to say where it could not be counted and the server does not say why. */
  failed: string
  /** Where to go from here. */
  action: ReactNode
  children?: ReactNode
}

/** How many there are of something, as large as a price on a board, and the way to them. */
export function CountPanel(props: CountPanelProps) {
  const { title, read, failed, action } = props
  return (
    <Panel title={title}>
      <StaleNote read={read} />
      {read.isLoadingError ? (
        <LoadFailed onRetry={read.refetch}>{errorText(read.error, failed)}</LoadFailed>
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
