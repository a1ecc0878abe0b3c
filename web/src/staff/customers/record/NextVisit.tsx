import { Plus } from 'lucide-react'
import { useState } from 'react'
import { texts as actTexts } from '@/acts/staff/texts'
import { useDraftState } from '@/acts/staff/useDialogDraft'
import { useSignedIn } from '@/api'
import { hintOf, isSameDayVisit } from '@/api/error'
import { isAdminLevel } from '@/api/session'
import type { Customer } from '@/api/types'
import { VisitNote } from '@/card/VisitNote'
import { Button } from '@/kit/Button'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { cx } from '@/kit/cx'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { SecondVisitDialog } from './SecondVisitDialog'
import { texts } from './texts'
import { type OnRegistered, useVisitRegistration, visitFailure } from './useVisitRegistration'

const { card, visit: words } = texts

interface NextVisitProps {
  customer: Customer
  visitedToday: boolean
  onRegistered: OnRegistered
  className?: string
}

/**
 * Registers a visit. After a visit of today, asks first, and only users who may authorize a further visit
 * see the button. If the server refuses, a dialog lets an OWNER authorize it.
 */
export function NextVisit({ customer, visitedToday, onRegistered, className }: NextVisitProps) {
  const { role } = useSignedIn()
  const visits = useVisitRegistration(customer, onRegistered)
  const [note, setNote] = useDraftState(`note of a visit of ${customer.id}`, '')
  const [asking, setAsking] = useState(false)
  const [seenRefusal, setSeenRefusal] = useState<unknown>(null)
  const refusal = visits.isError && isSameDayVisit(visits.error) ? visits.error : null
  const isFurther = visitedToday || refusal !== null
  const mayAct = !isFurther || isAdminLevel(role)
  const register = (authorization: 'card' | null) => visits.register(authorization, note, () => setNote(''))
  return (
    <div className={cx('grid gap-3', className)}>
      {visits.isError && !refusal && (
        <Notice
          tone="error"
          title={visits.variables.authorized ? actTexts.visit.additionalFailed : words.failed}
        >
          {visitFailure(visits.error)}
        </Notice>
      )}
      {isFurther && <RefusalReason refusal={refusal} mayAct={mayAct} />}
      {mayAct && (
        <>
          <Button
            variant={isFurther ? 'secondary' : 'primary'}
            size="counter"
            wide
            arms={isFurther ? card.another : undefined}
            icon={<Plus aria-hidden="true" className="size-5" />}
            busy={visits.isPending}
            busyLabel={card.adding}
            onClick={() => (isFurther ? setAsking(true) : register(null))}
          >
            {isFurther ? card.another : card.add}
          </Button>
          <VisitNote value={note} onChange={setNote} />
        </>
      )}
      <ConfirmDialog
        open={asking}
        title={withNames(actTexts.visit.another.sure(customer.name), customer.name)}
        confirm={card.anotherConfirm}
        costly
        busy={false}
        busyLabel={card.adding}
        onConfirm={() => {
          setAsking(false)
          register('card')
        }}
        onClose={() => setAsking(false)}
      >
        <p>{actTexts.visit.another.effect}</p>
      </ConfirmDialog>
      <SecondVisitDialog
        customer={customer}
        refusal={refusal === seenRefusal ? null : refusal}
        notes={note}
        onRegistered={(visit) => {
          setNote('')
          visits.reset()
          onRegistered(visit)
        }}
        onClose={() => setSeenRefusal(refusal)}
      />
    </div>
  )
}

function RefusalReason({ refusal, mayAct }: { refusal: unknown; mayAct: boolean }) {
  const onlyAdmins = !mayAct && card.onlyAdmins
  if (!refusal) {
    return (
      <p className="text-ink-soft">
        {card.today} {onlyAdmins}
      </p>
    )
  }
  return (
    <Notice tone="warning" title={words.sameDay}>
      {hintOf(refusal)} {onlyAdmins}
    </Notice>
  )
}
