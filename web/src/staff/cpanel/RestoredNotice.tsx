import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { controlPanelQueries } from '@/api/controlPanel'
import type { RestoreDecision, RestoredMessages } from '@/api/types'
import { Button } from '@/kit/Button'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { loadFailure } from './loadFailure'
import { RestoredDialog, type RestoredQuestion } from './RestoredDialog'
import { texts } from './texts'

const words = texts.restored

/** Reports the messages held since a restore and asks the operator to decide. */
export function RestoredNotice() {
  const restoredQuery = useQuery(controlPanelQueries.restored())
  const { data } = restoredQuery
  const [question, setQuestion] = useState<RestoredQuestion | null>(null)
  const heldCount = data?.held ?? 0
  return (
    <>
      {restoredQuery.isLoadingError && (
        <LoadFailed onRetry={restoredQuery.refetch}>
          {loadFailure(restoredQuery.error, words.unknown)}
        </LoadFailed>
      )}
      {data && heldCount > 0 && (
        <HeldMessages of={data} onAsk={(decision) => setQuestion({ decision, heldCount })} />
      )}
      {/* Stays mounted without held messages, because it may still report a conflict. */}
      <RestoredDialog question={question} onClose={() => setQuestion(null)} />
    </>
  )
}

interface HeldMessagesProps {
  of: RestoredMessages
  onAsk: (decision: RestoreDecision) => void
}

function HeldMessages({
  of: { held, decision, decidedAt, decidedBy, copiedAt, restoredAt, changed },
  onAsk,
}: HeldMessagesProps) {
  if (decision) {
    return (
      <Notice title={words.decided[decision](decidedBy)}>
        <p>{words.underWay(held, decidedAt)}</p>
      </Notice>
    )
  }
  return (
    <Notice
      tone="warning"
      title={changed?.length ? words.copied(held, changed) : words.waiting(held, copiedAt, restoredAt)}
    >
      <p>{words.hint}</p>
      <div className="mt-3 flex flex-wrap gap-3">
        <Button onClick={() => onAsk('RELEASE')}>{words.RELEASE.action}</Button>
        <Button variant="secondary" onClick={() => onAsk('DROP')}>
          {words.DROP.action}
        </Button>
      </div>
    </Notice>
  )
}
