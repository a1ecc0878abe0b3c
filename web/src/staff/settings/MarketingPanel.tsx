import { useQuery } from '@tanstack/react-query'
import { marketingQuery } from '@/api/businesses'
import type { Business } from '@/api/types'
import { NotSendingNotice } from '@/card/whatsapp-status/NotSendingNotice'
import { Checkbox } from '@/kit/Checkbox'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { SelectField } from '@/kit/SelectField'
import { errorText } from '@/lib/errors'
import { timeOptions } from './settingsForm'
import { texts } from './texts'
import type { SettingFields } from './useSettings'

const words = texts.marketing

interface MarketingPanelProps {
  business: Business
  fields: SettingFields
}

export function MarketingPanel({ business, fields }: MarketingPanelProps) {
  const { data: marketing } = useQuery(marketingQuery())
  return (
    <Panel title={words.title}>
      <div className="grid gap-5">
        <p className="text-ink-soft">{words.intro}</p>
        <NotSendingNotice whatsapp={business.whatsapp} />
        <AudienceSize />
        <div className="grid gap-3">
          <Checkbox label={words.birthday} help={words.birthdayHelp} {...fields.box('birthdayMessages')} />
          <Example text={marketing?.birthdayText} />
        </div>
        <div className="grid gap-3">
          <Checkbox label={words.oneMore} help={words.oneMoreHelp} {...fields.box('oneMoreMessages')} />
          <Example text={marketing?.oneMoreText} />
        </div>
        <Checkbox label={words.holdBack} help={words.holdBackHelp} {...fields.box('holdBack')} />
        <div className="grid gap-2">
          <div className="grid gap-5 sm:grid-cols-2">
            <SelectField
              label={words.quietFrom}
              options={timeOptions('18:00', '22:00', business.quietFrom)}
              {...fields.text('quietFrom')}
            />
            <SelectField
              label={words.quietTo}
              options={timeOptions('08:00', '12:00', business.quietTo)}
              {...fields.text('quietTo')}
            />
          </div>
          <p className="text-small text-ink-soft">{words.quietHelp}</p>
        </div>
      </div>
    </Panel>
  )
}

function AudienceSize() {
  const { data: marketing, error, refetch } = useQuery(marketingQuery())
  if (marketing) {
    return (
      <p>
        <span className="font-semibold">{words.reach(marketing.customers, marketing.allCustomers)}</span>{' '}
        {marketing.customers > 0 && words.birthdays(marketing.withBirthday)}
      </p>
    )
  }
  if (error) {
    return (
      <LoadFailed title={words.failed} onRetry={refetch}>
        {errorText(error)}
      </LoadFailed>
    )
  }
  return <p className="text-ink-soft">{words.counting}</p>
}

function Example({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <figure className="grid gap-1 pl-8.5">
      <figcaption className="text-small text-ink-soft">{words.example}</figcaption>
      <blockquote className="rounded-box border border-rule bg-well p-3 text-small [overflow-wrap:anywhere] whitespace-pre-line">
        {text}
      </blockquote>
    </figure>
  )
}
