import type { Business } from '@/api/types'
import { Checkbox } from '@/kit/Checkbox'
import { Panel } from '@/kit/Panel'
import { TextField } from '@/kit/TextField'
import { ColourChoice } from './ColourChoice'
import { LogoChoice } from './LogoChoice'
import { halfMilestoneOf } from './settingsForm'
import { texts } from './texts'
import type { SettingFields } from './useSettings'

export function CardFields({ business, fields }: { business: Business; fields: SettingFields }) {
  const half = halfMilestoneOf(fields.values.visitTarget)
  return (
    <>
      <Panel title={texts.card.title}>
        <div className="grid gap-5">
          <div className="grid gap-5 sm:grid-cols-2 sm:not-has-aria-invalid:items-end">
            <TextField label={texts.card.target} inputMode="numeric" {...fields.text('visitTarget')} />
            <TextField label={texts.card.vipTarget} inputMode="numeric" {...fields.text('vipVisitTarget')} />
          </div>
          <Checkbox
            label={texts.card.half}
            help={half === null ? texts.card.halfHelp : texts.card.halfAt(half)}
            {...fields.box('halfRewardEnabled')}
          />
          <LogoChoice logoUrl={business.logoUrl} />
          <ColourChoice
            chosenColour={fields.values.colour}
            onChoose={(colour) => fields.change({ colour })}
          />
        </div>
      </Panel>
      <Panel title={texts.welcome.title}>
        <TextField
          label={texts.welcome.text}
          optional
          help={texts.welcome.textHelp}
          placeholder={texts.welcome.placeholder}
          {...fields.text('welcomeText')}
        />
      </Panel>
      <Panel title={texts.paper.title}>
        <Checkbox
          label={texts.paper.barbers}
          help={texts.paper.barbersHelp}
          {...fields.box('barberOpenings')}
        />
      </Panel>
      <Panel title={texts.usual.title}>
        <Checkbox label={texts.usual.enable} help={texts.usual.help} {...fields.box('usualEnabled')} />
      </Panel>
    </>
  )
}
