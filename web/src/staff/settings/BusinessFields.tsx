import type { Business } from '@/api/types'
import { Panel } from '@/kit/Panel'
import { SelectField } from '@/kit/SelectField'
import { TextField } from '@/kit/TextField'
import { countryOptions, zoneOptions } from '@/lib/regionOptions'
import { PrintedName } from './PosterPanel'
import { texts } from './texts'
import type { SettingFields } from './useSettings'

export function BusinessFields({ business, fields }: { business: Business; fields: SettingFields }) {
  return (
    <Panel title={texts.business.title}>
      <div className="grid gap-5">
        <div className="grid gap-2">
          <TextField label={texts.business.name} {...fields.text('name')} />
          <PrintedName />
        </div>
        <SelectField
          label={texts.business.timezone}
          help={texts.business.timezoneHelp}
          options={zoneOptions(business.timezone)}
          {...fields.text('timezone')}
        />
        <SelectField
          label={texts.business.country}
          help={texts.business.countryHelp}
          options={countryOptions(business.country)}
          {...fields.text('country')}
        />
      </div>
    </Panel>
  )
}
