import { useTakeBack } from '@/acts/staff/rewards'
import { texts as actTexts } from '@/acts/staff/texts'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import type { Customer, Reward } from '@/api/types'
import { ActFailed } from '@/kit/ActFailed'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { DraftRestoredNotice } from '@/kit/DraftRestoredNotice'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { TextAreaField } from '@/kit/TextField'
import { withNames } from '@/kit/withNames'
import { useForm } from '@/lib/useForm'
import { texts } from './texts'

const words = texts.rewards

interface TakeBackDialogProps {
  customer: Customer
  reward: Reward
  onClose: () => void
}

/** Reverts a redemption. Requires a reason. */
export function TakeBackDialog({ customer, reward, onClose }: TakeBackDialogProps) {
  const takeBack = useTakeBack(customer.id, onClose)
  const form = useForm({
    savedValues: { reason: '' },
    faultsIn: ({ reason }) => (reason.trim() ? {} : { reason: words.reasonMissing }),
    draft: useDialogDraft(`reason to take back ${reward.id}`),
  })
  const confirm = () => {
    if (form.check()) takeBack.mutate({ rewardId: reward.id, reason: form.values.reason.trim() })
  }
  return (
    <ConfirmDialog
      open
      title={words.askTitle}
      confirm={words.confirm}
      danger
      busy={takeBack.isPending}
      busyLabel={words.busy}
      onConfirm={confirm}
      onClose={onClose}
    >
      <p className="font-semibold [overflow-wrap:anywhere]">{reward.note}</p>
      <p>{withNames(words.askDetail(customer.name), customer.name)}</p>
      <UnsavedChanges when={form.isDirty} isSaving={takeBack.isPending} />
      {form.isRestored && <DraftRestoredNotice onDiscard={form.reset} />}
      <TextAreaField label={words.reason} maxLength={200} required {...form.text('reason')} />
      {takeBack.isError && <ActFailed title={actTexts.reward.returnFailed} error={takeBack.error} />}
    </ConfirmDialog>
  )
}
