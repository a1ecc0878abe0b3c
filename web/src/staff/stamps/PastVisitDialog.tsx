import { useQuery } from '@tanstack/react-query'
import { useRegisterPastVisit } from '@/acts/staff/adjustments'
import { adjustmentTexts } from '@/acts/staff/adjustmentTexts'
import { useDialogDraft } from '@/acts/staff/useDialogDraft'
import { recordQueries } from '@/api/records'
import { serverNow } from '@/api/serverClock'
import type { Customer } from '@/api/types'
import { SelectField } from '@/kit/SelectField'
import { withNames } from '@/kit/withNames'
import { localDay } from '@/lib/dates'
import { addDays, sayWeekday } from '@/lib/days'
import { useForm } from '@/lib/useForm'
import { noReason, ReasonField, reasonText } from './ReasonField'
import { StampsDialog } from './StampsDialog'
import { texts } from './texts'

const words = texts.pastVisit
const empty = { day: '', reason: noReason }

/** Days back from today. The server has the same limit. */
const pastDays = 7

interface PastVisitDialogProps {
  customer: Customer
  timeZone: string | undefined
  onClose: () => void
}

/** Enters a visit, with a reason, on one of the last days that has none. */
export function PastVisitDialog({ customer, timeZone, onClose }: PastVisitDialogProps) {
  const register = useRegisterPastVisit(customer.id, onClose)
  const { data: visits } = useQuery(recordQueries.visits(customer.id))
  const form = useForm({
    savedValues: empty,
    draft: useDialogDraft(`past visit of ${customer.id}`),
    refusal: register.error,
    faultsIn: ({ day, reason }) => ({
      day: day ? undefined : words.dayMissing,
      reason: reasonText(reason) ? undefined : texts.reasonMissing,
    }),
  })
  const takenDays = new Set(visits?.items.map((visit) => visit.localDay))
  // After a lost response, the chosen day may already have the visit.
  const days = lastDays(localDay(new Date(serverNow()), timeZone)).filter(
    (day) => !takenDays.has(day) || day === form.values.day,
  )
  const submit = () => {
    const { day, reason } = form.values
    if (form.check()) register.mutate({ day, reason: reasonText(reason) })
  }
  return (
    <StampsDialog
      title={withNames(words.title(customer.name), customer.name)}
      words={words}
      form={form}
      act={register}
      failureText={adjustmentTexts.pastVisitFailed}
      onSubmit={submit}
      onClose={onClose}
    >
      <p>{words.detail}</p>
      <SelectField
        label={words.day}
        options={[
          { value: '', label: words.chooseDay },
          ...days.map((day) => ({ value: day, label: sayWeekday(day) })),
        ]}
        help={days.length === 0 ? words.allTaken : undefined}
        required
        {...form.text('day')}
      />
      <ReasonField reasons={words.reasons} {...form.field('reason')} />
    </StampsDialog>
  )
}

function lastDays(today: string): string[] {
  return Array.from({ length: pastDays }, (_, back) => addDays(today, -back - 1))
}
