import { Minus, Plus } from 'lucide-react'
import { isCorrectionUnanswered, useCorrectStamps } from '@/acts/staff/adjustments'
import { adjustmentTexts } from '@/acts/staff/adjustmentTexts'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import type { Correction, Customer, Progress } from '@/api/types'
import { IconButton } from '@/kit/IconButton'
import { TextField } from '@/kit/TextField'
import { withNames } from '@/kit/withNames'
import { useForm } from '@/lib/useForm'
import { noReason, type Reason, ReasonField, reasonText } from './ReasonField'
import { StampsDialog } from './StampsDialog'
import {
  type CardState,
  correctionCancels,
  milestonesPassed,
  parseCorrection,
  stampsLeft,
  stepCorrection,
} from './stampChanges'
import { texts } from './texts'
import { useFirstFocus } from './useFirstFocus'

const words = texts.correction

interface FormValues {
  stamps: string
  reason: Reason
  note: string
}

const empty: FormValues = { stamps: '+1', reason: noReason, note: '' }

interface CorrectionDialogProps {
  customer: Customer
  progress: Progress
  onClose: () => void
}

export function CorrectionDialog({ customer, progress, onClose }: CorrectionDialogProps) {
  const correct = useCorrectStamps(customer.id, onClose)
  const first = useFirstFocus()
  // The card may already have the stamps, so they must not be added to it again, not even in the preview.
  const isRepetition = (values: FormValues) => {
    const body = correctionFrom(values)
    return body !== null && !correct.isPending && isCorrectionUnanswered(customer.id, body)
  }
  const form = useForm({
    savedValues: empty,
    draft: useDialogDraft(`correction of ${customer.id}`),
    refusal: correct.error,
    faultsIn: (values) => ({
      stamps: isRepetition(values) ? undefined : stampsFault(values.stamps, progress),
      reason: reasonText(values.reason) ? undefined : texts.reasonMissing,
    }),
  })
  const { stamps: typedStamps } = form.values
  const step = (by: 1 | -1) => form.change({ stamps: stepCorrection(typedStamps, by) })
  const submit = () => {
    const body = correctionFrom(form.values)
    if (form.check() && body) correct.mutate(body)
  }
  const preview = () => {
    if (isRepetition(form.values)) return !correct.error && words.sentBefore
    return stampsFault(typedStamps, progress) ? null : effectOf(progress, parseCorrection(typedStamps) ?? 0)
  }
  return (
    <StampsDialog
      title={withNames(words.title(customer.name), customer.name)}
      words={words}
      form={form}
      act={correct}
      failureText={adjustmentTexts.correctFailed}
      onSubmit={submit}
      onClose={onClose}
    >
      <div className="flex items-start gap-2">
        <TextField
          ref={first}
          label={words.stamps}
          help={words.stampsHelp}
          autoComplete="off"
          maxLength={4}
          required
          className="min-w-0 flex-1"
          {...form.text('stamps')}
        />
        <IconButton
          label={words.less}
          icon={<Minus aria-hidden="true" />}
          className="mt-7.5 border border-field"
          onClick={() => step(-1)}
        />
        <IconButton
          label={words.more}
          icon={<Plus aria-hidden="true" />}
          className="mt-7.5 border border-field"
          onClick={() => step(1)}
        />
      </div>
      <p role="status" className="font-semibold">
        {preview()}
      </p>
      {progress.familyName && (
        <p className="text-ink-soft">{withNames(texts.family(progress.familyName), progress.familyName)}</p>
      )}
      <ReasonField reasons={words.reasons} {...form.field('reason')} />
      <TextField label={texts.note} optional autoComplete="off" maxLength={500} {...form.text('note')} />
    </StampsDialog>
  )
}

function correctionFrom({ stamps: typedStamps, reason, note }: FormValues): Correction | null {
  const stamps = parseCorrection(typedStamps)
  if (stamps === null) return null
  return { stamps, reason: reasonText(reason), ...(note.trim() && { note: note.trim() }) }
}

function stampsFault(typedStamps: string, { count }: CardState): string | undefined {
  const stamps = parseCorrection(typedStamps)
  if (stamps === null) return words.wrong
  return count + stamps < 0 ? words.tooMany(count) : undefined
}

function effectOf(card: CardState, stamps: number): string {
  return words.effect(
    stampsLeft(card, stamps),
    card.target,
    milestonesPassed(card, stamps),
    correctionCancels(card, stamps),
  )
}
