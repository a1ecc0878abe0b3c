import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useRewardActs } from '@/acts/rewards'
import type { Customer, Reward } from '@/api/types'
import { errorText } from '@/lib/errors'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Notice } from '@/ui/Notice'
import { notify } from '@/ui/notify'
import { TextAreaField } from '@/ui/TextField'
import { texts } from './texts'

const words = texts.rewards

interface TakeBackDialogProps {
  customer: Customer
  /** Null while nothing is asked. */
  reward: Reward | null
  onClose: () => void
}

/** Asks why before a redemption is taken back long after it. */
export function TakeBackDialog({ customer, reward, onClose }: TakeBackDialogProps) {
  const acts = useRewardActs()
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  const takeBack = useMutation({
    mutationFn: (rewardId: string) => acts.takeBack(customer.id, rewardId, reason.trim()),
    onSuccess: () => {
      notify.success(words.done)
      close()
    },
  })
  const close = () => {
    takeBack.reset()
    setReason('')
    setMissing(false)
    onClose()
  }
  const confirm = () => {
    setMissing(reason.trim() === '')
    if (reward && reason.trim()) takeBack.mutate(reward.id)
  }
  return (
    <ConfirmDialog
      open={reward !== null}
      title={reward && words.askTitle(reward.note)}
      confirm={words.confirm}
      danger
      busy={takeBack.isPending}
      busyLabel={words.busy}
      onConfirm={confirm}
      onClose={close}
    >
      <p>{words.askDetail(customer.name)}</p>
      <TextAreaField
        label={words.reason}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        maxLength={200}
        required
        error={missing && !reason.trim() ? words.reasonMissing : undefined}
      />
      {takeBack.isError && (
        <Notice tone="error" title={words.notDone}>
          {errorText(takeBack.error)}
        </Notice>
      )}
    </ConfirmDialog>
  )
}
