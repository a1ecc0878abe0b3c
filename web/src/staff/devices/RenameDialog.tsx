import { useId } from 'react'
import { deviceTexts, useRenameDevice } from '@/acts/staff/devices'
import type { Device } from '@/api/types'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { useFocusOfFirstField } from '@/kit/form/useFocusOfFirstField'
import { Message } from '@/kit/Message'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { NameForm } from './NameForm'
import { texts } from './texts'

export function RenameDialog({ device, onClose }: { device: Device; onClose: () => void }) {
  const id = useId()
  useFocusOfFirstField(id)
  const rename = useRenameDevice(device, onClose)
  return (
    <Dialog
      open
      onClose={onClose}
      busy={rename.isPending}
      title={withNames(texts.rename.title(device.name), device.name)}
      actions={
        <>
          <Button variant="secondary" disabled={rename.isPending} onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={id} busy={rename.isPending} busyLabel={texts.rename.busy}>
            {texts.rename.submit}
          </Button>
        </>
      }
    >
      <NameForm
        id={id}
        draft={`name of device ${device.id}`}
        name={device.name}
        error={rename.error}
        onSubmit={(name) => rename.mutate(name)}
      />
      {rename.isError && <Message text={`❌ ${errorText(rename.error, deviceTexts.rename.failed)}`} />}
    </Dialog>
  )
}
