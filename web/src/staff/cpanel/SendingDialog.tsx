import { type BusinessPart, useBusinessForm } from '@/acts/staff/businesses'
import type { ListedBusiness, Sending, SendingChanges } from '@/api/types'
import { Checkbox } from '@/kit/Checkbox'
import { TextField } from '@/kit/TextField'
import { withNames } from '@/kit/withNames'
import { ChangeDialog } from './ChangeDialog'
import { texts } from './texts'

const words = texts.sending
const figures = ['ratePerMinute', 'dailyCap', 'monthlyCap', 'freeCredits'] as const

interface SendingDialogProps {
  business: ListedBusiness | null
  onClose: () => void
}

export function SendingDialog({ business, onClose }: SendingDialogProps) {
  return business?.whatsApp && <Change key={business.id} business={business} onClose={onClose} />
}

type Figure = (typeof figures)[number]

interface SendingValues extends Record<Figure, string> {
  enabled: boolean
  from: string
  phoneNumberId: string
  codesAllowed: boolean
}

const parseFigure = (text: string) => Math.trunc(Number(text.trim()))

const part: BusinessPart<SendingValues, SendingChanges> = {
  valuesOf: ({ whatsApp }) => toFormValues(whatsApp as Sending),
  fields: {
    enabled: (enabled) => ({ enabled }),
    from: (text) => ({ from: text.trim() || null }),
    phoneNumberId: (text) => ({ phoneNumberId: text.trim() || null }),
    codesAllowed: (codesAllowed) => ({ codesAllowed }),
    ratePerMinute: (text) => ({ ratePerMinute: parseFigure(text) }),
    dailyCap: (text) => ({ dailyCap: parseFigure(text) }),
    monthlyCap: (text) => ({ monthlyCap: parseFigure(text) }),
    freeCredits: (text) => ({ freeCredits: parseFigure(text) }),
  },
  bodyOf: (whatsApp) => ({ whatsApp }),
}

function toFormValues(sending: Sending): SendingValues {
  const { enabled, from, phoneNumberId, codesAllowed } = sending
  return {
    enabled,
    codesAllowed,
    from: from ?? '',
    phoneNumberId: phoneNumberId ?? '',
    ratePerMinute: String(sending.ratePerMinute),
    dailyCap: String(sending.dailyCap),
    monthlyCap: String(sending.monthlyCap),
    freeCredits: String(sending.freeCredits),
  }
}

function Change({ business, onClose }: { business: ListedBusiness; onClose: () => void }) {
  const form = useBusinessForm(business, part, onClose)
  const saidIn = (field: keyof SendingValues) => {
    const value = form.savedValues[field]
    if (typeof value === 'boolean') return value ? words.yes : words.no
    return value
  }
  const fieldProps = { autoComplete: 'off', optional: true } as const
  return (
    <ChangeDialog
      words={{ ...words, title: withNames(words.title(business.name), business.name), labels: words.fields }}
      form={form}
      displayValue={saidIn}
      onClose={onClose}
    >
      <Checkbox label={words.enabled} help={words.enabledHelp} {...form.box('enabled')} />
      <div className="grid gap-4">
        <TextField
          {...fieldProps}
          label={words.from}
          inputMode="tel"
          maxLength={40}
          help={words.fromHelp}
          {...form.text('from')}
        />
        <TextField
          {...fieldProps}
          label={words.phoneNumberId}
          inputMode="numeric"
          maxLength={32}
          help={words.phoneNumberIdHelp}
          {...form.text('phoneNumberId')}
        />
      </div>
      <Checkbox label={words.codesAllowed} help={words.codesAllowedHelp} {...form.box('codesAllowed')} />
      <div className="grid gap-4 sm:grid-cols-2">
        {figures.map((figure) => (
          <TextField
            key={figure}
            label={words[figure]}
            type="number"
            min={figure === 'ratePerMinute' ? 1 : 0}
            inputMode="numeric"
            autoComplete="off"
            {...form.text(figure)}
          />
        ))}
      </div>
    </ChangeDialog>
  )
}
