import { adjustmentTexts } from '@/acts/staff/adjustmentTexts'
import { Checkbox } from '@/kit/Checkbox'
import { TextField } from '@/kit/TextField'
import { passesHalf } from '@/lib/passesHalf'
import { rewardsFromOpeningBalance, stampsLeft } from '../../stamps/stampChanges'
import { texts as stampTexts } from '../../stamps/texts'
import { type NewCard, type NewCustomerValues, stampsIn } from './newCustomer'
import { texts } from './texts'

interface OpeningFieldsProps {
  values: NewCustomerValues
  error: string | undefined
  /** The card that the customer will get. */
  card: NewCard
  onChange: (part: Partial<NewCustomerValues>) => void
}

/** Stamps of a paper card. Says before saving what the new card will then hold and owe. */
export function OpeningFields({ values, error, card, onChange }: OpeningFieldsProps) {
  // The family's card may already have stamps, so the record shows what they lead to.
  if (values.family) return values.stamps !== '' && <p>{texts.opening.withFamily}</p>
  const stamps = stampsIn(values, card)
  const mayOweHalf = stamps !== null && passesHalf(card, stamps)
  const earnedRewards = rewardsFromOpeningBalance(card, stamps ?? 0, values.owesHalf)
  return (
    <div className="grid gap-3">
      <div className="grid gap-5 sm:grid-cols-2 lg:max-xl:grid-cols-1">
        <TextField
          label={texts.opening.label}
          name="stamps"
          value={values.stamps}
          error={error}
          onChange={({ target }) => onChange({ stamps: target.value })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
          optional
        />
      </div>
      {mayOweHalf && (
        <Checkbox
          label={adjustmentTexts.half}
          help={adjustmentTexts.halfHelp}
          checked={values.owesHalf}
          onChange={({ target }) => onChange({ owesHalf: target.checked })}
        />
      )}
      <p role="status" className="font-semibold empty:hidden">
        {stamps !== null &&
          stampTexts.opening.effect(stampsLeft(card, stamps), card.target, earnedRewards, false)}
      </p>
    </div>
  )
}
