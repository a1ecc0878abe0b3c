import { type FormEvent, useState } from 'react'
import { settingTexts, useChangeSettings } from '@/acts/settings'
import { isApiError } from '@/api/error'
import type { Business, Opening } from '@/api/types'
import { errorText } from '@/lib/errors'
import { formatPhone } from '@/lib/phone'
import { Button } from '@/ui/Button'
import { Message } from '@/ui/Message'
import { Panel } from '@/ui/Panel'
import { TextField } from '@/ui/TextField'
import { UnsavedChanges } from '@/ui/UnsavedChanges'
import { OpeningHours } from './OpeningHours'
import { texts } from './texts'

const words = texts.premises
const fields = ['premisesAddress', 'premisesPhone', 'bookingUrl'] as const

type Said = Record<(typeof fields)[number], string> & { openingHours: Opening[] }

const saidOf = (business: Business): Said => ({
  premisesAddress: business.premisesAddress ?? '',
  premisesPhone: business.premisesPhone ? formatPhone(business.premisesPhone) : '',
  bookingUrl: business.bookingUrl ?? '',
  openingHours: business.openingHours,
})

/** Where customers come and how they reach the business: what its card says of it. */
export function PremisesPanel({ business }: { business: Business }) {
  const [said, setSaid] = useState(() => saidOf(business))
  const save = useChangeSettings((saved) => setSaid(saidOf(saved)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const cleared = fields.map((field) => [field, said[field].trim() || null])
    if (!save.isPending) save.mutate({ ...Object.fromEntries(cleared), openingHours: said.openingHours })
  }
  const change = (changed: Partial<Said>) => {
    save.reset()
    setSaid({ ...said, ...changed })
  }
  const refused = isApiError(save.error) ? save.error.fieldErrors : {}
  const field = (name: (typeof fields)[number]) => ({
    label: words[name],
    name,
    value: said[name],
    error: refused[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  })
  return (
    <Panel title={words.title}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <UnsavedChanges when={JSON.stringify(said) !== JSON.stringify(saidOf(business))} />
        <p className="text-ink-soft">{words.detail}</p>
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('premisesAddress')} maxLength={300} />
          <TextField {...field('premisesPhone')} type="tel" />
        </div>
        <TextField {...field('bookingUrl')} inputMode="url" help={words.bookingHelp} maxLength={300} />
        <OpeningHours
          openings={said.openingHours}
          error={refused.openingHours}
          onChange={(openingHours) => change({ openingHours })}
        />
        {save.isSuccess && <Message text={settingTexts.done} />}
        {save.isError && <Message text={`❌ ${errorText(save.error, settingTexts.failed)}`} />}
        <Button
          type="submit"
          className="sm:justify-self-start"
          busy={save.isPending}
          busyLabel={texts.saving}
        >
          {words.save}
        </Button>
      </form>
    </Panel>
  )
}
