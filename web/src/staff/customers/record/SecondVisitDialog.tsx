import { useSignedIn } from '@/api'
import { hintOf } from '@/api/error'
import { isAdminLevel } from '@/api/session'
import type { Customer } from '@/api/types'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'
import { type OnRegistered, useVisitRegistration, visitFailure } from './useVisitRegistration'

interface SecondVisitDialogProps {
  customer: Customer
  refusal: unknown
  notes: string
  onRegistered: OnRegistered
  onClose: () => void
}

/** Asks about a second visit of the day. Only an OWNER can authorize it here. */
export function SecondVisitDialog({
  customer,
  refusal,
  notes,
  onRegistered,
  onClose,
}: SecondVisitDialogProps) {
  const { role } = useSignedIn()
  const visits = useVisitRegistration(customer, onRegistered)
  const isOwner = role === 'OWNER'
  const close = () => {
    visits.reset()
    onClose()
  }
  return (
    <Dialog
      open={refusal !== null}
      onClose={close}
      busy={visits.isPending}
      title={texts.second.title}
      actions={
        <>
          <Button disabled={visits.isPending} onClick={close}>
            {isOwner ? texts.second.cancel : texts.second.understood}
          </Button>
          {isOwner && (
            <Button
              variant="secondary"
              arms={texts.second.confirm}
              busy={visits.isPending}
              busyLabel={texts.second.confirming}
              onClick={() => visits.register('owner', notes, onClose)}
            >
              {texts.second.confirm}
            </Button>
          )}
        </>
      }
    >
      <p>
        {withNames(texts.second.detail(customer.name), customer.name)} {hintOf(refusal)}
      </p>
      <p>{isOwner ? texts.second.owner : texts.second.notOwner}</p>
      {!isOwner && isAdminLevel(role) && <p>{texts.second.onTheCard}</p>}
      {visits.isError && (
        <Notice tone="error" title={texts.visit.authorizeFailed}>
          {visitFailure(visits.error)}
        </Notice>
      )}
    </Dialog>
  )
}
