import type { FormEvent } from 'react'
import { type SettingsPart, settingTexts, useSettingsForm } from '@/acts/staff/settings'
import type { Business, BusinessChanges } from '@/api/types'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { Disputes } from '@/kit/form/Dispute'
import { FormResult } from '@/kit/form/FormResult'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { TextField } from '@/kit/TextField'
import { legalPath } from '@/lib/legalPages'
import { settingsParts } from '@/lib/settingsParts'
import { looksLikeTaxId } from '@/lib/taxId'
import { emptyToNull } from './settingsForm'
import { texts } from './texts'

const words = texts.legal
const names = ['legalName', 'taxId', 'legalAddress', 'contactEmail'] as const

type Identity = Record<(typeof names)[number], string>

const part: SettingsPart<Identity> = {
  valuesOf: ({ legalName, taxId, legalAddress, contactEmail }) => ({
    legalName: legalName ?? '',
    taxId: taxId ?? '',
    legalAddress: legalAddress ?? '',
    contactEmail: contactEmail ?? '',
  }),
  fields: {
    legalName: (text): BusinessChanges => ({ legalName: emptyToNull(text) }),
    taxId: (text) => ({ taxId: emptyToNull(text) }),
    legalAddress: (text) => ({ legalAddress: emptyToNull(text) }),
    contactEmail: (text) => ({ contactEmail: emptyToNull(text) }),
  },
}

/** LegalPanel edits the legal identity shown on the legal pages. */
export function LegalPanel({ business }: { business: Business }) {
  const form = useSettingsForm(business, part)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  const field = (name: keyof Identity) => ({ label: words[name], ...form.text(name) })
  const { taxId } = form.values
  const isDoubtful = taxId.trim() !== '' && !looksLikeTaxId(taxId)
  return (
    <Panel id={settingsParts.legal} title={words.title}>
      <form noValidate onSubmit={submit} className="grid gap-5">
        <UnsavedChanges when={form.isDirty} isSaving={form.save.isPending} />
        <p className="text-ink-soft">{words.detail}</p>
        {names.some((name) => !business[name]) && <Notice tone="warning">{words.missing}</Notice>}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('legalName')} help={words.legalNameHelp} maxLength={120} />
          <TextField {...field('taxId')} help={isDoubtful ? words.taxIdDoubt : undefined} maxLength={30} />
          <TextField {...field('legalAddress')} maxLength={300} />
          <TextField {...field('contactEmail')} type="email" help={words.contactEmailHelp} maxLength={254} />
        </div>
        <Disputes form={form} labels={texts.fields} saidIn={(name) => form.saved[name]} />
        <FormResult form={form} labels={texts.fields} done={settingTexts.done} failed={settingTexts.failed} />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" busy={form.save.isPending} busyLabel={texts.saving}>
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
