import { useMutation, useQueryClient } from '@tanstack/react-query'
import { deleteFamily, familyQueries } from '@/api/families'
import type { ListedFamily } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Notice } from '@/ui/Notice'
import { notify } from '@/ui/notify'
import { texts } from './texts'

interface DeleteFamilyDialogProps {
  /** Which one; null while nothing is asked. */
  family: ListedFamily | null
  onClose: () => void
}

/** Asks before an empty family goes, and says why one with members cannot. */
export function DeleteFamilyDialog({ family, onClose }: DeleteFamilyDialogProps) {
  const client = useQueryClient()
  const close = () => {
    remove.reset()
    onClose()
  }
  const remove = useMutation({
    mutationFn: ({ id }: ListedFamily) => deleteFamily(id),
    onSuccess: (_answer, { name }) => {
      notify.success(texts.remove.done(name))
      close()
      return client.invalidateQueries({ queryKey: familyQueries.all() })
    },
  })
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
            <p className="[overflow-wrap:anywhere]">{texts.remove.detail(family.name)}</p>
          ) : (
            <Notice tone="warning">{texts.remove.notEmpty(family.name, family.membersCount)}</Notice>
          )}
          {remove.isError && (
            <Notice tone="error" title={texts.remove.failed}>
              {errorText(remove.error)}
            </Notice>
          )}
        </>
      )}
    </Dialog>
  )
}
