import { useSwitchStatus } from '@/acts/staff/businesses'
import { businessTexts } from '@/acts/staff/businessTexts'
import type { ListedBusiness } from '@/api/types'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Message } from '@/kit/Message'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

interface StatusDialogProps {
  business: ListedBusiness | null
  onClose: () => void
}

export function StatusDialog({ business, onClose }: StatusDialogProps) {
  const change = useSwitchStatus(onClose)
  const close = () => {
    change.reset()
    onClose()
  }
  const active = business?.status === 'ACTIVE'
  const words = active ? texts.suspend : texts.reactivate
  return (
    <ConfirmDialog
      open={business !== null}
      title={business && withNames(words.title(business.name), business.name)}
      confirm={words.submit(business?.name ?? '')}
      label={business && withNames(words.submit(business.name), business.name)}
      danger={active}
      busy={change.isPending}
      busyLabel={words.busy}
      onConfirm={() => business && change.mutate(business)}
      onClose={close}
    >
      <p>{words.detail}</p>
      {change.isError && <Message text={`❌ ${errorText(change.error, businessTexts.failed)}`} />}
    </ConfirmDialog>
  )
}
