import { Button } from '../Button'
import { formTexts } from '../formTexts'

const words = formTexts.form

interface DisputeProps {
  label: string
  /** The other user's value; may be empty. */
  theirs: string
  onDecide: (use: 'theirs' | 'mine') => void
}

export function Dispute({ label, theirs, onDecide }: DisputeProps) {
  return (
    <fieldset
      aria-label={words.of(label)}
      className="grid min-w-0 gap-2 rounded-box border border-caution/55 bg-caution-wash p-3"
    >
      {theirs ? (
        <p>
          {words.theirs}{' '}
          <span className="font-semibold whitespace-pre-line [overflow-wrap:anywhere]">{theirs}</span>
        </p>
      ) : (
        <p>{words.emptied}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onDecide('theirs')}>
          {theirs ? words.use : words.useEmpty}
        </Button>
        <Button variant="secondary" onClick={() => onDecide('mine')}>
          {words.keep}
        </Button>
      </div>
    </fieldset>
  )
}

interface DisputesProps<Field extends string> {
  form: {
    disputes: readonly Field[]
    decide: (field: Field, use: 'theirs' | 'mine') => void
  }
  labels: Record<Field, string>
  saidIn: (field: Field) => string
}

export function Disputes<Field extends string>({ form, labels, saidIn }: DisputesProps<Field>) {
  return form.disputes.map((field) => (
    <Dispute
      key={field}
      label={labels[field]}
      theirs={saidIn(field)}
      onDecide={(use) => form.decide(field, use)}
    />
  ))
}
