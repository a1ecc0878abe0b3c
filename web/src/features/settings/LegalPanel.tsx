import { type FormEvent, useState } from 'react'
import { settingTexts, useChangeSettings } from '@/acts/settings'
import { isApiError } from '@/api/error'
import type { Business } from '@/api/types'
import { errorText } from '@/lib/errors'
import { legalPath } from '@/lib/legalPages'
import { looksLikeTaxId } from '@/lib/taxId'
import { Button } from '@/ui/Button'
import { buttonLook } from '@/ui/buttonLook'
import { Message } from '@/ui/Message'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { TextField } from '@/ui/TextField'
import { UnsavedChanges } from '@/ui/UnsavedChanges'
import { texts } from './texts'

const words = texts.legal
const fields = ['legalName', 'taxId', 'legalAddress', 'contactEmail'] as const

type Identity = Record<(typeof fields)[number], string>

const identityOf = (business: Business): Identity => ({
  legalName: business.legalName ?? '',
  taxId: business.taxId ?? '',
  legalAddress: business.legalAddress ?? '',
  contactEmail: business.contactEmail ?? '',
})

/** Who answers for the customers' data, for the legal pages. */
export function LegalPanel({ business }: { business: Business }) {
  const [identity, setIdentity] = useState(() => identityOf(business))
  const save = useChangeSettings((saved) => setIdentity(identityOf(saved)))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const cleared = fields.map((field) => [field, identity[field].trim() || null])
    if (!save.isPending) save.mutate(Object.fromEntries(cleared))
  }
  const refused = isApiError(save.error) ? save.error.fieldErrors : {}
  const field = (name: keyof Identity) => ({
    label: words[name],
    name,
    value: identity[name],
    error: refused[name],
    onChange: ({ target }: { target: { value: string } }) => {
      save.reset()
      setIdentity({ ...identity, [name]: target.value })
    },
  })
  const isDoubtful = identity.taxId.trim() !== '' && !looksLikeTaxId(identity.taxId)
  return (
    <Panel title={words.title}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <UnsavedChanges when={fields.some((name) => identity[name] !== identityOf(business)[name])} />
        <p className="text-ink-soft">{words.detail}</p>
        {fields.some((name) => !business[name]) && <Notice tone="warning">{words.missing}</Notice>}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('legalName')} help={words.legalNameHelp} maxLength={120} />
          <TextField {...field('taxId')} help={isDoubtful ? words.taxIdDoubt : undefined} maxLength={30} />
          <TextField {...field('legalAddress')} maxLength={300} />
          <TextField {...field('contactEmail')} type="email" help={words.contactEmailHelp} maxLength={254} />
        </div>
        {save.isSuccess && <Message text={settingTexts.done} />}
        {save.isError && <Message text={`❌ ${errorText(save.error, settingTexts.failed)}`} />}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={save.isPending} busyLabel={texts.saving}>
            {words.save}
          </Button>
          <a
            href={legalPath('privacidad', business.id)}
            target="_blank"
            rel="noopener"
            className={buttonLook({ variant: 'secondary' })}
          >
            {words.see}
          </a>
        </div>
      </form>
    </Panel>
  )
}
