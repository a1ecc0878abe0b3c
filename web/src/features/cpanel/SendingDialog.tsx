import { useChangeSending } from '@/acts/businesses'
import type { ListedBusiness, Sending, SendingChanges } from '@/api/types'
import { Checkbox } from '@/ui/Checkbox'
import { TextField } from '@/ui/TextField'
import { ChangeDialog, type Refused } from './ChangeDialog'
import { texts } from './texts'

const words = texts.sending
const figures = ['ratePerMinute', 'dailyCap', 'monthlyCap', 'freeCredits'] as const

interface SendingDialogProps {
  /** Which one it is about; null while nothing is asked. */
  business: ListedBusiness | null
  onClose: () => void
}

/** Sets how a business sends through WhatsApp: whether, from which number, and how much. */
export function SendingDialog(props: SendingDialogProps) {
  const sending = useChangeSending(props.onClose)
  return (
    <ChangeDialog
      {...props}
      words={words}
      changing={sending}
      onSubmit={(id, form) => sending.mutate({ id, change: changesIn(form) })}
      fields={({ whatsApp }, refused) => whatsApp && <Fields sending={whatsApp} refused={refused} />}
    />
  )
}

interface FieldsProps {
  sending: Sending
  refused: Refused
}

function Fields({ sending, refused }: FieldsProps) {
  const own = { autoComplete: 'off', optional: true } as const
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
          {...own}
          label={words.from}
          name="from"
          inputMode="tel"
          maxLength={40}
          help={words.fromHelp}
          defaultValue={sending.from ?? ''}
          error={refused.from}
        />
        <TextField
          {...own}
          label={words.phoneNumberId}
          name="phoneNumberId"
          inputMode="numeric"
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
  const figure = (name: (typeof figures)[number]) => Math.trunc(Number(text(name)))
  return {
    enabled: form.has('enabled'),
    from: text('from') || null,
    phoneNumberId: text('phoneNumberId') || null,
    codesAllowed: form.has('codesAllowed'),
    ratePerMinute: figure('ratePerMinute'),
    dailyCap: figure('dailyCap'),
    monthlyCap: figure('monthlyCap'),
    freeCredits: figure('freeCredits'),
  }
}
