import type { Ref } from 'react'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { type EditField, type EditValues, saidIn } from './editCustomer'
import type { Editing } from './editing'
import { texts } from './texts'

const words = texts.edit.met

interface OtherValueProps {
  field: EditField
  /** What the record says by now. */
  record: EditValues
  onDecide: (use: 'theirs' | 'mine') => void
}

/** What somebody else has put where one has typed something else, and which of both it is to be. */
export function OtherValue({ field, record, onDecide }: OtherValueProps) {
  const said = saidIn(field, record)
  return (
    <fieldset
      aria-label={words.of(words.fields[field])}
      className="grid min-w-0 gap-2 rounded-box border border-caution/55 bg-caution-wash p-3"
    >
      {said ? (
        <p>
          {words.theirs}{' '}
          <span className="font-semibold whitespace-pre-line [overflow-wrap:anywhere]">{said}</span>
        </p>
      ) : (
        <p>{words.emptied}</p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="secondary" onClick={() => onDecide('theirs')}>
          {said ? words.use : words.useEmpty}
        </Button>
        <Button variant="secondary" onClick={() => onDecide('mine')}>
          {words.keep}
        </Button>
      </div>
    </fieldset>
  )
}

/** Says that somebody else has changed the record meanwhile: what was taken over, and that something is to be decided. */
export function MetNotice({
  editing: { taken, disputed },
  ref,
}: {
  editing: Editing
  ref: Ref<HTMLDivElement>
}) {
  return (
    <div ref={ref} tabIndex={-1} className="scroll-mt-20">
      <Notice tone="warning" title={words.title}>
        <div className="grid gap-2">
          {taken.length > 0 && <p>{words.taken(taken.map((field) => words.fields[field]))}</p>}
          {disputed.length > 0 && <p>{words.disputed}</p>}
          <p>{words.again}</p>
        </div>
      </Notice>
    </div>
  )
}
