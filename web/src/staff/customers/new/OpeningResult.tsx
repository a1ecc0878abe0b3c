import { useState } from 'react'
import { useRecordOpening } from '@/acts/staff/adjustments'
import { adjustmentTexts } from '@/acts/staff/adjustmentTexts'
import type { FirstOpening } from '@/acts/staff/customers'
import type { Customer } from '@/api/types'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

interface OpeningResultProps {
  customer: Pick<Customer, 'id'>
  opening: FirstOpening
}

/** What became of the stamps of a paper card. If they failed, a button sends them again. */
export function OpeningResult({ customer, opening }: OpeningResultProps) {
  const [isRecorded, setRecorded] = useState(opening.type === 'recorded')
  const record = useRecordOpening(customer.id, () => setRecorded(true))
  if (opening.type === 'notAsked') return <Notice tone="warning">{texts.opening.notAsked}</Notice>
  const { body } = opening
  if (isRecorded) return <Message text={texts.opening.recorded(body.stamps)} />
  return (
    <Notice tone="warning" title={adjustmentTexts.recordFailed}>
      <div className="grid justify-items-start gap-3">
        <p>
          {record.error ? errorText(record.error, '') : opening.type === 'refused' && opening.why}{' '}
          {texts.opening.stays}
        </p>
        <Button variant="secondary" autoFocus busy={record.isPending} onClick={() => record.mutate(body)}>
          {adjustmentTexts.claim.confirm(body.stamps)}
        </Button>
      </div>
    </Notice>
  )
}
