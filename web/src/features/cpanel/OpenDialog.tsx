import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { openBusiness } from '@/api/controlPanel'
import type { NewBusiness, OpenedBusiness } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Message } from '@/ui/Message'
import { SecretOnce } from '@/ui/SecretOnce'
import { OpenForm } from './OpenForm'
import { texts } from './texts'

/** Creates a business with its owner, and then shows the owner's temporary password, this once. */
export function OpenDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const form = useId()
  const queryClient = useQueryClient()
  const create = useMutation({
    mutationFn: (draft: NewBusiness) => openBusiness(draft),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['cp', 'businesses'] }),
    // The password must not stay in memory after it was shown.
    gcTime: 0,
  })
  const close = () => {
    create.reset()
    onClose()
  }
  const opened = create.data
  return (
    <Dialog
      open={open}
      onClose={close}
      busy={create.isPending}
      once={opened !== undefined}
      title={opened ? texts.open.done(opened.business.name) : texts.open.title}
      actions={
        opened ? (
          <Button variant="secondary" onClick={close}>
            {texts.open.noted}
          </Button>
        ) : (
          <>
            <Button variant="secondary" disabled={create.isPending} onClick={close}>
              {texts.cancel}
            </Button>
            <Button type="submit" form={form} busy={create.isPending} busyLabel={texts.open.busy}>
              {texts.open.submit}
            </Button>
          </>
        )
      }
    >
      {opened ? (
        <FirstPassword opened={opened} />
      ) : (
        <>
          <OpenForm id={form} error={create.error} onSubmit={create.mutate} />
          {create.isError && <Message text={`❌ ${errorText(create.error, texts.open.failed)}`} />}
        </>
      )}
    </Dialog>
  )
}

function FirstPassword({ opened }: { opened: OpenedBusiness }) {
  const { owner, once, copy, copied, copyFailed } = texts.open
  return (
    <>
      <p className="[overflow-wrap:anywhere]">{owner(opened.owner.email)}</p>
      <SecretOnce secret={opened.tempPassword} once={once} copy={copy} copied={copied} failed={copyFailed} />
    </>
  )
}
