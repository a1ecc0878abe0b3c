import { texts as actTexts } from '@/acts/staff/texts'
import { useRemoveVisit } from '@/acts/staff/visits'
import type { Visit } from '@/api/types'
import { ActFailed } from '@/kit/ActFailed'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { sayClock, sayNearDay } from '@/lib/dates'
import { texts } from './texts'

interface DeleteVisitDialogProps {
  visit: Visit | null
  timeZone: string | undefined
  onClose: () => void
}

export function DeleteVisitDialog({ visit, timeZone, onClose }: DeleteVisitDialogProps) {
  const remove = useRemoveVisit(onClose)
  const close = () => {
    remove.reset()
    onClose()
  }
  return (
    <ConfirmDialog
      open={visit !== null}
      title={texts.removeVisit.title}
      confirm={texts.removeVisit.confirm}
      danger
      busy={remove.isPending}
      busyLabel={texts.removeVisit.busy}
      onConfirm={() => visit && remove.mutate(visit.id)}
      onClose={close}
    >
      {visit && (
        <p>
          {texts.removeVisit.detail(
            sayNearDay(visit.visitedAt, { timeZone }),
            visit.pastDay ? '' : sayClock(visit.visitedAt, timeZone),
          )}{' '}
          {texts.removeVisit.effect}
        </p>
      )}
      {remove.isError && <ActFailed title={actTexts.visit.removeFailed} error={remove.error} />}
    </ConfirmDialog>
  )
}
