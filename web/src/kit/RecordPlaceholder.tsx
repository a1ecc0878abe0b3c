import type { ReactNode } from 'react'
import { EmptyState } from './EmptyState'
import { LoadFailed } from './LoadFailed'
import { Skeleton } from './Skeleton'

interface RecordPlaceholderProps {
  back: ReactNode
  heading: string
  state: 'loading' | 'missing' | { failure: string }
  missing: { icon: ReactNode; title: string; detail: string }
  failureText: string
  onRetry: () => unknown
}

/** Shown instead of a record that is loading, missing or failed. */
export function RecordPlaceholder({
  back,
  heading,
  state,
  missing,
  failureText,
  onRetry,
}: RecordPlaceholderProps) {
  return (
    <div className="grid gap-4" aria-busy={state === 'loading' || undefined}>
      <div className="justify-self-start">{back}</div>
      {state === 'missing' ? (
        <EmptyState icon={missing.icon} as="h1" title={missing.title}>
          {missing.detail}
        </EmptyState>
      ) : (
        <>
          <h1 className="sr-only">{heading}</h1>
          {state === 'loading' ? (
            <Coming />
          ) : (
            <LoadFailed title={failureText} onRetry={onRetry}>
              {state.failure}
            </LoadFailed>
          )}
        </>
      )}
    </div>
  )
}

function Coming() {
  return (
    <div className="grid gap-6">
      <div className="grid gap-2">
        <Skeleton className="h-9 w-64 max-w-full" />
        <Skeleton className="h-6 w-48" />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton className="h-[30rem]" />
        <Skeleton className="h-[30rem]" />
      </div>
    </div>
  )
}
