import { useQuery } from '@tanstack/react-query'
import { flushSync } from 'react-dom'
import { isOpeningUnanswered, useRecordOpening } from '@/acts/staff/adjustments'
import { adjustmentTexts } from '@/acts/staff/adjustmentTexts'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import { openingPreviewQuery } from '@/api/adjustments'
import type { Customer, OpeningBalance, Progress } from '@/api/types'
import { Checkbox } from '@/kit/Checkbox'
import { TextField } from '@/kit/TextField'
import { withNames } from '@/kit/withNames'
import { passesHalf } from '@/lib/passesHalf'
import { useForm } from '@/lib/useForm'
import { StampsDialog } from './StampsDialog'
import { maxOpening, parseOpening, rewardsFromOpeningBalance, stampsLeft } from './stampChanges'
import { texts } from './texts'
import { useFirstFocus } from './useFirstFocus'

const words = texts.opening
const empty = { stamps: '', owesHalf: false, note: '' }

interface OpeningDialogProps {
  customer: Pick<Customer, 'id' | 'name'>
  progress: Progress
  /** The stamps that the customer claims; prefills the field. */
  claimedStamps?: number
  onClose: () => void
  /** Called after `onClose`, to move the focus. */
  onRecorded?: () => void
}

/** Enters the stamps of a paper card. Says before saving what the card will then hold and owe. */
export function OpeningDialog({
  customer,
  progress,
  claimedStamps,
  onClose,
  onRecorded,
}: OpeningDialogProps) {
  const record = useRecordOpening(customer.id, () => {
    // The dialog must be gone before the focus moves: a modal dialog holds it.
    flushSync(onClose)
    onRecorded?.()
  })
  const first = useFirstFocus()
  const form = useForm({
    savedValues: claimedStamps ? { ...empty, stamps: String(claimedStamps) } : empty,
    draft: useDialogDraft(`opening balance of ${customer.id}`),
    refusal: record.error,
    faultsIn: ({ stamps }) => ({
      stamps: parseOpening(stamps, progress) === null ? words.wrong(maxOpening(progress.target)) : undefined,
    }),
  })
  const stamps = parseOpening(form.values.stamps, progress)
  const mayOweHalf = stamps !== null && passesHalf(progress, stamps)
  const owesHalf = mayOweHalf && form.values.owesHalf
  const preview = useQuery(openingPreviewQuery(customer.id, stamps, owesHalf))
  const estimatedRewards = stamps === null ? {} : rewardsFromOpeningBalance(progress, stamps, owesHalf)
  const note = form.values.note.trim()
  const body: OpeningBalance | null =
    stamps === null ? null : { stamps, ...(owesHalf && { owesHalf }), ...(note && { note }) }
  // The card may already have the stamps, so the preview must not add them again.
  const isRepetition = body !== null && !record.isPending && isOpeningUnanswered(customer.id, body)
  const earnedRewards = isRepetition ? {} : (stamps !== null && preview.data) || estimatedRewards
  const submit = () => {
    if (form.check() && body) record.mutate(body)
  }
  return (
    <StampsDialog
      title={withNames(words.title(customer.name), customer.name)}
      words={words}
      earnedRewards={earnedRewards}
      form={form}
      act={record}
      failureText={adjustmentTexts.recordFailed}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        ref={first}
        label={words.stamps}
        inputMode="numeric"
        autoComplete="off"
        maxLength={4}
        required
        {...form.text('stamps')}
      />
      {mayOweHalf && (
        <Checkbox label={adjustmentTexts.half} help={adjustmentTexts.halfHelp} {...form.box('owesHalf')} />
      )}
      <p role="status" className="font-semibold">
        {stamps !== null &&
          !isRepetition &&
          words.effect(
            stampsLeft(progress, stamps),
            progress.target,
            earnedRewards,
            progress.rewards.length > 0,
          )}
      </p>
      {progress.familyName && (
        <p className="text-ink-soft">{withNames(texts.family(progress.familyName), progress.familyName)}</p>
      )}
      <TextField label={texts.note} optional autoComplete="off" maxLength={500} {...form.text('note')} />
    </StampsDialog>
  )
}
