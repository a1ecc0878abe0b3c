import { useMutation, useQueryClient } from '@tanstack/react-query'
import { switchStatus } from '@/api/controlPanel'
import type { ListedBusiness } from '@/api/types'
import { errorText } from '@/lib/errors'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
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
    <ConfirmDialog
      open={business !== null}
      title={business && words.title(business.name)}
      confirm={words.submit(business?.name ?? '')}
      danger={active}
      busy={change.isPending}
      busyLabel={words.busy}
      onConfirm={() => business && change.mutate(business)}
      onClose={close}
    >
      <p>{words.detail}</p>
      {change.isError && <Message text={`❌ ${errorText(change.error, texts.saveFailed)}`} />}
    </ConfirmDialog>
  )
}
