import type { Business } from '@/api/types'
import { Checkbox } from '@/kit/Checkbox'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { texts } from './texts'
import type { SettingFields } from './useSettings'

const words = texts.weekMail

interface WeekMailPanelProps {
  business: Business
  fields: SettingFields
}

/** WeekMailPanel switches the owners' weekly e-mail. */
export function WeekMailPanel({ business, fields }: WeekMailPanelProps) {
  return (
    <Panel title={words.title}>
      <div className="grid gap-5">
        {business.emails === false && <Notice tone="warning" title={words.noMail} />}
        <Checkbox label={words.label} help={words.help} {...fields.box('weekMail')} />
      </div>
    </Panel>
  )
}
