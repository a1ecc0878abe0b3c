import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { LoadFailed } from '@/kit/LoadFailed'
import { Message } from '@/kit/Message'
import { Skeleton } from '@/kit/Skeleton'
import { errorText } from '@/lib/errors'
import { Effect, type FamilyEffect } from './Effect'
import { texts } from './texts'

interface EffectDialogProps {
  title: ReactNode
  explanation: string
  /** Null where the server does not foretell them. */
  effects: UseQueryResult<FamilyEffect[] | null>
  confirm: string
  /** The same as it is drawn. */
  label?: ReactNode
  busy: boolean
  busyLabel: string
  /** Why it was not carried out; null while it was not refused. */
  failure: string | null
  onConfirm: () => void
  onClose: () => void
  /** What else has to be chosen. */
  children?: ReactNode
}

/** Shows what a change would change, for whom, and asks for it. */
export function EffectDialog({ explanation, effects, failure, children, ...question }: EffectDialogProps) {
  return (
    <ConfirmDialog open disabled={effects.data === undefined} {...question}>
      <p>{explanation}</p>
      {children}
      <Effects effects={effects} />
      {failure !== null && <Message text={`❌ ${failure}`} />}
    </ConfirmDialog>
  )
}

function Effects({ effects: { data, error, refetch } }: Pick<EffectDialogProps, 'effects'>) {
  if (data === null) return null
  if (data?.length === 0) return <p className="text-ink-soft">{texts.same}</p>
  if (data) {
    return (
      <ul className="grid gap-4">
        {data.map((effect) => (
          <li key={effect.customerId}>
            <Effect effect={effect} named={data.length > 1} />
          </li>
        ))}
      </ul>
    )
  }
  if (!error) return <Skeleton className="h-36" />
  return (
    <LoadFailed title={texts.failed} onRetry={refetch}>
      {errorText(error)}
    </LoadFailed>
  )
}
