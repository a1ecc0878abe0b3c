import { type FormEvent, type ReactNode, useId } from 'react'
import { businessTexts } from '@/acts/businessTexts'
import { isApiError } from '@/api/error'
import type { ListedBusiness } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Message } from '@/ui/Message'
import { texts } from './texts'

/** What is wrong with the fields, by name. */
export type Refused = Partial<Record<string, string>>

interface ChangeDialogProps {
  /** Which one it is about; null while nothing is asked. */
  business: ListedBusiness | null
  words: { title: (name: string) => string; submit: string; busy: string }
  /** How the change goes. */
  changing: { isPending: boolean; error: unknown; reset: () => void }
  onSubmit: (id: string, form: FormData) => void
  onClose: () => void
  fields: (business: ListedBusiness, refused: Refused) => ReactNode
}

/** Asks for a change of a business in a form. */
export function ChangeDialog({ business, words, changing, onSubmit, onClose, fields }: ChangeDialogProps) {
  const form = useId()
  const close = () => {
    changing.reset()
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (business) onSubmit(business.id, new FormData(event.currentTarget))
  }
  const refused: Refused = isApiError(changing.error) ? changing.error.fieldErrors : {}
  const isUnplaced = changing.error !== null && Object.keys(refused).length === 0
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
      {isUnplaced && <Message text={`❌ ${errorText(changing.error, businessTexts.failed)}`} />}
    </Dialog>
  )
}
