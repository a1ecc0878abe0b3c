import { deviceTexts, useRevokeDevice } from '@/acts/staff/devices'
import type { Device } from '@/api/types'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Message } from '@/kit/Message'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

interface RevokeDialogProps {
  device: Device | null
  onClose: () => void
}

export function RevokeDialog({ device, onClose }: RevokeDialogProps) {
  const revoke = useRevokeDevice(onClose)
  const close = () => {
    revoke.reset()
    onClose()
  }
  const waiting = device?.waiting ?? 0
  return (
    <ConfirmDialog
      open={device !== null}
      title={device && withNames(texts.revoke.title(device.name), device.name)}
      confirm={texts.device.revoke}
      danger
      busy={revoke.isPending}
      busyLabel={texts.revoke.busy}
      onConfirm={() => device && revoke.mutate(device)}
      onClose={close}
    >
      <p>{texts.revoke.detail}</p>
      <p>{waiting > 0 ? texts.revoke.waiting(waiting) : texts.revoke.nothing}</p>
      {revoke.isError && <Message text={`❌ ${errorText(revoke.error, deviceTexts.revoke.failed)}`} />}
    </ConfirmDialog>
  )
}
