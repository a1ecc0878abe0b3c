import { useMutation, useQueryClient } from '@tanstack/react-query'
import { switchStatus } from '@/api/controlPanel'
import type { ListedBusiness } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Message } from '@/ui/Message'
import { notify } from '@/ui/notify'
import { texts } from './texts'

interface StatusDialogProps {
  /** Which one it is about; null while nothing is asked. */
  business: ListedBusiness | null
  onClose: () => void
}

/** Asks whether a business shall be suspended, or work again. */
export function StatusDialog({ business, onClose }: StatusDialogProps) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: switchStatus,
    onSuccess: (_answer, { status, name }) => {
      notify.success((status === 'ACTIVE' ? texts.suspend : texts.reactivate).done(name))
      close()
      return queryClient.invalidateQueries()
    },
  })
  const close = () => {
    change.reset()
    onClose()
  }
  const active = business?.status === 'ACTIVE'
  const words = active ? texts.suspend : texts.reactivate
  return (
    <Dialog
      open={business !== null}
      onClose={close}
      title={business && words.title(business.name)}
      actions={
        business && (
          <>
            <Button variant="secondary" onClick={close}>
              {texts.cancel}
            </Button>
            <Button
              variant={active ? 'danger' : 'primary'}
              busy={change.isPending}
              busyLabel={words.busy}
              onClick={() => change.mutate(business)}
            >
              {words.submit(business.name)}
            </Button>
          </>
        )
      }
    >
      <p>{words.detail}</p>
      {change.isError && <Message text={`❌ ${errorText(change.error, texts.saveFailed)}`} />}
    </Dialog>
  )
}
