import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { changeSending } from '@/api/controlPanel'
import { isApiError } from '@/api/error'
import type { ListedBusiness, Sending, SendingChanges } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Dialog } from '@/ui/Dialog'
import { Message } from '@/ui/Message'
import { notify } from '@/ui/notify'
import { TextField } from '@/ui/TextField'
import { texts } from './texts'

const words = texts.sending
const figures = ['ratePerMinute', 'dailyCap', 'monthlyCap', 'freeCredits'] as const

interface SendingDialogProps {
  /** Which one it is about; null while nothing is asked. */
  business: ListedBusiness | null
  onClose: () => void
}

/** Sets how a business sends through WhatsApp: whether, from which number, and how much. */
export function SendingDialog({ business, onClose }: SendingDialogProps) {
  const form = useId()
  const client = useQueryClient()
  const change = useMutation({
    mutationFn: ({ id, changes }: { id: string; changes: SendingChanges }) => changeSending(id, changes),
    onSuccess: () => {
      notify.success(words.done)
      close()
      return client.invalidateQueries()
    },
  })
  const close = () => {
    change.reset()
    onClose()
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (business) change.mutate({ id: business.id, changes: changesIn(new FormData(event.currentTarget)) })
  }
  const refused = isApiError(change.error) ? change.error.fieldErrors : {}
  const isUnplaced = change.isError && Object.keys(refused).length === 0
  return (
    <Dialog
      open={business !== null}
      onClose={close}
      title={business && words.title(business.name)}
      actions={
        <>
          <Button variant="secondary" onClick={close}>
            {texts.cancel}
          </Button>
          <Button type="submit" form={form} busy={change.isPending} busyLabel={words.busy}>
            {words.submit}
          </Button>
        </>
      }
    >
      <form id={form} noValidate onSubmit={submit}>
        {business?.whatsApp && <Fields sending={business.whatsApp} refused={refused} />}
      </form>
      {isUnplaced && <Message text={`❌ ${errorText(change.error, texts.saveFailed)}`} />}
    </Dialog>
  )
}

interface FieldsProps {
  sending: Sending
  refused: Partial<Record<string, string>>
}

function Fields({ sending, refused }: FieldsProps) {
  return (
    <div className="grid gap-4">
      <Checkbox
        name="enabled"
        label={words.enabled}
        help={words.enabledHelp}
        defaultChecked={sending.enabled}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label={words.from}
          name="from"
          inputMode="tel"
          autoComplete="off"
          optional
          maxLength={40}
          help={words.fromHelp}
          defaultValue={sending.from ?? ''}
          error={refused.from}
        />
        <TextField
          label={words.phoneNumberId}
          name="phoneNumberId"
          inputMode="numeric"
          autoComplete="off"
          optional
          maxLength={32}
          help={words.phoneNumberIdHelp}
          defaultValue={sending.phoneNumberId ?? ''}
          error={refused.phoneNumberId}
        />
      </div>
      <Checkbox
        name="codesAllowed"
        label={words.codesAllowed}
        help={words.codesAllowedHelp}
        defaultChecked={sending.codesAllowed}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {figures.map((figure) => (
          <TextField
            key={figure}
            label={words[figure]}
            name={figure}
            type="number"
            min={figure === 'ratePerMinute' ? 1 : 0}
            inputMode="numeric"
            autoComplete="off"
            defaultValue={sending[figure]}
            error={refused[figure]}
          />
        ))}
      </div>
    </div>
  )
}

function changesIn(form: FormData): SendingChanges {
  const text = (name: string) => String(form.get(name) ?? '').trim()
  return {
    enabled: form.has('enabled'),
    from: text('from') || null,
    phoneNumberId: text('phoneNumberId') || null,
    codesAllowed: form.has('codesAllowed'),
    ratePerMinute: Math.trunc(Number(text('ratePerMinute'))),
    dailyCap: Math.trunc(Number(text('dailyCap'))),
    monthlyCap: Math.trunc(Number(text('monthlyCap'))),
    freeCredits: Math.trunc(Number(text('freeCredits'))),
  }
}
