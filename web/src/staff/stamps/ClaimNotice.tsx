import { useState } from 'react'
import { useRejectClaim } from '@/acts/staff/adjustments'
import { adjustmentTexts } from '@/acts/staff/adjustmentTexts'
import { Button } from '@/kit/Button'
import { InlineConfirm } from '@/kit/InlineConfirm'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'

const words = adjustmentTexts.claim

interface ClaimNoticeProps {
  customerId: string
  stamps: number
  /** True if the user may enter stamps of paper cards. */
  mayAnswer: boolean
  onConfirm: () => void
  /** Moves the focus, because the pressed button disappears. */
  onRejected: () => void
}

/** Stamps that the customer claims from a paper card. They count once the staff enter them. */
export function ClaimNotice({ customerId, stamps, mayAnswer, onConfirm, onRejected }: ClaimNoticeProps) {
  const reject = useRejectClaim(customerId, onRejected)
  const [isRejecting, setRejecting] = useState(false)
  if (!mayAnswer) return <Notice title={words.title(stamps)}>{words.forAdmins}</Notice>
  return (
    <Notice title={words.title(stamps)}>
      <div className="grid gap-3">
        <p>{words.detail}</p>
        {reject.error && (
          <p role="alert" className="font-semibold text-refused">
            {errorText(reject.error, words.rejectFailed)}
          </p>
        )}
        {isRejecting ? (
          <InlineConfirm
            question={words.rejectSure}
            keep={words.keep}
            confirm={words.reject}
            arms={customerId}
            busy={reject.isPending}
            onKeep={() => setRejecting(false)}
            onConfirm={() => reject.mutate()}
          />
        ) : (
          <div className="flex flex-wrap gap-2">
            <Button onClick={onConfirm}>{words.confirm(stamps)}</Button>
            <Button variant="secondary" onClick={() => setRejecting(true)}>
              {words.reject}
            </Button>
          </div>
        )}
      </div>
    </Notice>
  )
}
