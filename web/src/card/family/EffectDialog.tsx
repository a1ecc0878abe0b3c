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
  /** Null if the server has no previews. */
  effects: UseQueryResult<FamilyEffect[] | null>
  confirm: string
  label?: ReactNode
  busy: boolean
  busyLabel: string
  failure: string | null
  onConfirm: () => void
  onClose: () => void
  children?: ReactNode
}

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
