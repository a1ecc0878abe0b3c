import { useDeleteFamily } from '@/acts/staff/families'
import { familyTexts } from '@/acts/staff/familyTexts'
import type { ListedFamily } from '@/api/types'
import { ActFailed } from '@/kit/ActFailed'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'

interface DeleteFamilyDialogProps {
  family: ListedFamily | null
  onClose: () => void
}

/** Deletes an empty family. Explains why one with members cannot be deleted. */
export function DeleteFamilyDialog({ family, onClose }: DeleteFamilyDialogProps) {
  const remove = useDeleteFamily(onClose)
  const close = () => {
    remove.reset()
    onClose()
  }
  const isEmpty = family?.membersCount === 0
  return (
    <Dialog
      open={family !== null}
      onClose={close}
      busy={remove.isPending}
      title={texts.remove.title}
      actions={
        family && (
          <>
            <Button variant="secondary" disabled={remove.isPending} onClick={close}>
              {texts.cancel}
            </Button>
            {isEmpty && (
              <Button
                variant="danger"
                named
                busy={remove.isPending}
                busyLabel={texts.remove.busy}
                onClick={() => remove.mutate(family)}
              >
                {texts.list.removeOf(family.name)}
              </Button>
            )}
          </>
        )
      }
    >
      {family && (
        <>
          {isEmpty ? (
            <p className="[overflow-wrap:anywhere]">
              {withNames(texts.remove.detail(family.name), family.name)}
            </p>
          ) : (
            <Notice tone="warning">
              {withNames(texts.remove.notEmpty(family.name, family.membersCount), family.name)}
            </Notice>
          )}
          {remove.isError && <ActFailed title={familyTexts.remove.failed} error={remove.error} />}
        </>
      )}
    </Dialog>
  )
}
