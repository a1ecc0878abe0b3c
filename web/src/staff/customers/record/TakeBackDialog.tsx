import { useState } from 'react'
import { useTakeBack } from '@/acts/staff/rewards'
import { texts as actTexts } from '@/acts/staff/texts'
import type { Customer, Reward } from '@/api/types'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Notice } from '@/kit/Notice'
import { TextAreaField } from '@/kit/TextField'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.rewards

interface TakeBackDialogProps {
  customer: Customer
  reward: Reward | null
  onClose: () => void
}

/** An older redemption needs a reason. */
export function TakeBackDialog({ customer, reward, onClose }: TakeBackDialogProps) {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const takeBack = useTakeBack(customer.id, () => close())
  const close = () => {
    takeBack.reset()
    setReason('')
    setMissing(false)
    onClose()
  }
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reward && reason.trim()) takeBack.mutate({ rewardId: reward.id, reason: reason.trim() })
  }
  return (
    <ConfirmDialog
      open={reward !== null}
      title={words.askTitle}
      confirm={words.confirm}
      danger
      busy={takeBack.isPending}
      busyLabel={words.busy}
      onConfirm={confirm}
      onClose={close}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">{reward?.note}</p>
      <p>{withNames(words.askDetail(customer.name), customer.name)}</p>
      <TextAreaField
        label={words.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        maxLength={200}
        required
        error={missing && !reason.trim() ? words.reasonMissing : undefined}
      />
      {takeBack.isError && (
        <Notice tone="error" title={actTexts.reward.returnFailed}>
          {errorText(takeBack.error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
