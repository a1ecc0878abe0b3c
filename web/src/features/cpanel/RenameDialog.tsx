import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { renameBusiness } from '@/api/controlPanel'
import { isApiError } from '@/api/error'
import type { ListedBusiness } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Message } from '@/ui/Message'
import { notify } from '@/ui/notify'
import { TextField } from '@/ui/TextField'
import { texts } from './texts'

interface RenameDialogProps {
  /** Which one it is about; null while nothing is asked. */
  business: ListedBusiness | null
  onClose: () => void
}

/** Gives a business another name. */
export function RenameDialog({ business, onClose }: RenameDialogProps) {
  const form = useId()
  const queryClient = useQueryClient()
  const rename = useMutation({
    mutationFn: ({ id, name }: { id: string; name: string }) => renameBusiness(id, name),
    onSuccess: () => {
      notify.success(texts.rename.done)
      close()
      return queryClient.invalidateQueries()
    },
  })
  const close = () => {
    rename.reset()
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const name = new FormData(event.currentTarget).get('name')
    if (business) rename.mutate({ id: business.id, name: String(name) })
  }
  const refused = isApiError(rename.error) ? rename.error.fieldErrors.name : undefined
  return (
    <Dialog
      open={business !== null}
      onClose={close}
      title={business && texts.rename.title(business.name)}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={form} busy={rename.isPending} busyLabel={texts.rename.busy}>
            {texts.rename.submit}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        <TextField
          label={texts.rename.label}
          name="name"
          defaultValue={business?.name}
          maxLength={120}
          autoComplete="off"
          error={refused}
        />
      </form>
      {rename.isError && !refused && <Message text={`❌ ${errorText(rename.error, texts.saveFailed)}`} />}
    </Dialog>
  )
}
