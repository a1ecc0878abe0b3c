import { Checkbox } from '@/kit/Checkbox'
import { Panel } from '@/kit/Panel'
import { texts } from './texts'
import type { SettingFields } from './useSettings'

const words = texts.servedBy

export function ServedBySetting({ fields }: { fields: SettingFields }) {
  return (
    <Panel title={words.title}>
      <Checkbox label={words.label} help={words.help} {...fields.box('servedByEnabled')} />
    </Panel>
  )
}
