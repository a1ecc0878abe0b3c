import type { Business } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { TextField } from '@/kit/TextField'
import { legalPath } from '@/lib/legalPages'
import { looksLikeTaxId } from '@/lib/taxId'
import { texts } from './texts'
import type { SettingFields } from './useSettings'

const words = texts.legal
const names = ['legalName', 'taxId', 'legalAddress', 'contactEmail'] as const

export function LegalPanel({ business, fields }: { business: Business; fields: SettingFields }) {
  const field = (name: (typeof names)[number]) => ({ label: words[name], ...fields.text(name) })
  const { taxId } = fields.values
  const isDoubtful = taxId.trim() !== '' && !looksLikeTaxId(taxId)
  return (
    <Panel title={words.title}>
      <div className="grid gap-5">
        <p className="text-ink-soft">{words.detail}</p>
        {names.some((name) => !business[name]) && <Notice tone="warning">{words.missing}</Notice>}
        <div className="grid gap-5 sm:grid-cols-2">
          <TextField {...field('legalName')} help={words.legalNameHelp} maxLength={120} />
          <TextField {...field('taxId')} help={isDoubtful ? words.taxIdDoubt : undefined} maxLength={30} />
          <TextField {...field('legalAddress')} maxLength={300} />
          <TextField {...field('contactEmail')} type="email" help={words.contactEmailHelp} maxLength={254} />
        </div>
        <p>
          <a
            href={legalPath('privacidad', business.id)}
            target="_blank"
            rel="noopener"
            className={buttonLook({ variant: 'secondary' })}
          >
            {words.see}
          </a>
        </p>
      </div>
    </Panel>
  )
}
