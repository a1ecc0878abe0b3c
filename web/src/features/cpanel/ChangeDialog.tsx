import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useId } from 'react'
import { isApiError } from '@/api/error'
import type { ListedBusiness } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Message } from '@/ui/Message'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** What is wrong with the fields, by name. */
export type Refused = Partial<Record<string, string>>

interface ChangeDialogProps {
  /** Which one it is about; null while nothing is asked. */
  business: ListedBusiness | null
  words: { title: (name: string) => string; submit: string; busy: string; done: string }
  change: (id: string, form: FormData) => Promise<unknown>
  onClose: () => void
  fields: (business: ListedBusiness, refused: Refused) => ReactNode
}

/** Asks for a change of a business in a form, makes it and says so. */
export function ChangeDialog({ business, words, change, onClose, fields }: ChangeDialogProps) {
  const form = useId()
  const client = useQueryClient()
  const changing = useMutation({
    mutationFn: ({ id, draft }: { id: string; draft: FormData }) => change(id, draft),
    onSuccess: () => {
      notify.success(words.done)
      close()
      return client.invalidateQueries()
    },
  })
  const close = () => {
    changing.reset()
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (business) changing.mutate({ id: business.id, draft: new FormData(event.currentTarget) })
  }
  const refused: Refused = isApiError(changing.error) ? changing.error.fieldErrors : {}
  const isUnplaced = changing.isError && Object.keys(refused).length === 0
  return (
    <Dialog
      open={business !== null}
      onClose={close}
      busy={changing.isPending}
      title={business && words.title(business.name)}
      actions={
        <>
          <Button variant="secondary" disabled={changing.isPending} onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={form} busy={changing.isPending} busyLabel={words.busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        {business && fields(business, refused)}
      </form>
      {isUnplaced && <Message text={`❌ ${errorText(changing.error, texts.saveFailed)}`} />}
    </Dialog>
  )
}
