import { useState } from 'react'
import { useRecordOpening, useRejectClaim } from '@/acts/staff/adjustments'
import { adjustmentTexts } from '@/acts/staff/adjustmentTexts'
import type { Progress } from '@/api/types'
import { Button } from '@/kit/Button'
import { Checkbox } from '@/kit/Checkbox'
import { InlineConfirm } from '@/kit/InlineConfirm'
import { errorText } from '@/lib/errors'
import { passesHalf } from '@/lib/passesHalf'
import { OpenRecord } from './OpenRecord'

const words = adjustmentTexts.claim

interface ClaimHintProps {
  customerId: string
  progress: Progress
  /** True if the user may enter stamps of paper cards. */
  mayAnswer: boolean
  /** Moves the focus, because the pressed button disappears. */
  onAnswered: () => void
}

/**
 * Asks the staff to confirm stamps that the customer claims from a paper card. A full card owes
 * rewards, which the record shows before saving.
 */
export function ClaimHint({ customerId, progress, mayAnswer, onAnswered }: ClaimHintProps) {
  const stamps = progress.claimedStamps ?? 0
  if (stamps === 0) return null
  const isFull = progress.count + stamps >= progress.target
  return (
    <section aria-label={words.label} className="grid gap-3 rounded-box border border-rule p-4">
      <p className="text-counter font-semibold">{words.title(stamps)}</p>
      {!mayAnswer && <p className="text-counter">{words.forAdmins}</p>}
      {mayAnswer && isFull && (
        <>
          <p className="text-counter">{words.full}</p>
          <OpenRecord customerId={customerId} />
        </>
      )}
      {mayAnswer && !isFull && (
        <Answer customerId={customerId} progress={progress} stamps={stamps} onAnswered={onAnswered} />
      )}
    </section>
  )
}

interface AnswerProps {
  customerId: string
  progress: Progress
  stamps: number
  onAnswered: () => void
}

function Answer({ customerId, progress, stamps, onAnswered }: AnswerProps) {
  const record = useRecordOpening(customerId, onAnswered)
  const reject = useRejectClaim(customerId, onAnswered)
  const [isRejecting, setRejecting] = useState(false)
  const [isHalfOwed, setHalfOwed] = useState(false)
  const mayOweHalf = passesHalf(progress, stamps)
  const owesHalf = mayOweHalf && isHalfOwed
  return (
    <>
      {record.error && (
        <p role="alert" className="answer-refusal">
          {errorText(record.error, adjustmentTexts.recordFailed)}
        </p>
      )}
      {reject.error && (
        <p role="alert" className="answer-refusal">
          {errorText(reject.error, words.rejectFailed)}
        </p>
      )}
      {mayOweHalf && !isRejecting && (
        <>
          <Checkbox
            label={adjustmentTexts.half}
            help={adjustmentTexts.halfHelp}
            checked={isHalfOwed}
            onChange={({ target }) => setHalfOwed(target.checked)}
          />
          <p role="status" className="text-counter">
            {words.effect(progress.count + stamps, progress.target, owesHalf)}
          </p>
        </>
      )}
      {isRejecting ? (
        <InlineConfirm
          large
          question={words.rejectSure}
          keep={words.keep}
          confirm={words.reject}
          arms={customerId}
          busy={reject.isPending}
          onKeep={() => setRejecting(false)}
          onConfirm={() => reject.mutate()}
        />
      ) : (
        <div className="answer-acts">
          <Button
            variant="secondary"
            size="counter"
            busy={record.isPending}
            onClick={() => record.mutate({ stamps, ...(owesHalf && { owesHalf }) })}
          >
            {words.confirm(stamps)}
          </Button>
          <Button variant="quiet" size="counter" onClick={() => setRejecting(true)}>
            {words.reject}
          </Button>
        </div>
      )}
    </>
  )
}
