import { type FormEvent, useRef, useState } from 'react'
import { settingTexts } from '@/acts/settings'
import type { Business } from '@/api/types'
import { errorText } from '@/lib/errors'
import { countryOptions, zoneOptions } from '@/lib/places'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { focusFirstError, useFocusFirstError } from '@/ui/focusFirstError'
import { Message } from '@/ui/Message'
import { Panel } from '@/ui/Panel'
import { SelectField } from '@/ui/SelectField'
import { StampCard } from '@/ui/stamp-card/StampCard'
import { TextField } from '@/ui/TextField'
import { UnsavedChanges } from '@/ui/UnsavedChanges'
import { ColourChoice } from './ColourChoice'
import { LogoChoice } from './LogoChoice'
import { MarketingPanel } from './MarketingPanel'
import { PrintedName } from './PrintedName'
import { changesOf, faultsIn, halfOf, type Settings, settingsOf } from './settingsForm'
import { TargetDialog } from './TargetDialog'
import { texts } from './texts'
import { useSettings } from './useSettings'

/** The settings of a business; beside them the card that follows from them. */
export function SettingsForm({ business }: { business: Business }) {
  const form = useRef<HTMLFormElement>(null)
  const [unchanged, setUnchanged] = useState(false)
  const settings = useSettings(business)
  const { typed, fields, save, preview, proposal } = settings
  useFocusFirstError(form, save.error ?? preview.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending || preview.isPending) return
    const outcome = settings.submit()
    setUnchanged(outcome === 'unchanged')
    if (outcome === 'faulty') focusFirstError(form)
  }
  const half = halfOf(typed.visitTarget)
  return (
    <form
      ref={form}
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]"
      onSubmit={submit}
    >
      <UnsavedChanges when={Object.keys(changesOf(business, typed)).length > 0} />
      <div className="grid gap-6">
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
        <Panel title={texts.card.title}>
          <div className="grid gap-5">
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField label={texts.card.target} inputMode="numeric" {...fields.text('visitTarget')} />
              <TextField
                label={texts.card.vipTarget}
                inputMode="numeric"
                {...fields.text('vipVisitTarget')}
              />
            </div>
            <Checkbox
              label={texts.card.half}
              help={half === null ? texts.card.halfHelp : texts.card.halfAt(half)}
              {...fields.box('halfRewardEnabled')}
            />
            <LogoChoice logoUrl={business.logoUrl} />
            <ColourChoice chosen={typed.colour} onChoose={settings.chooseColour} />
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
        <MarketingPanel business={business} fields={fields} />
        <div className="grid gap-4">
          {save.isSuccess && <Message text={settingTexts.done} />}
          {save.isError && !proposal && <Message text={`❌ ${errorText(save.error, settingTexts.failed)}`} />}
          {preview.isError && <Message text={`❌ ${errorText(preview.error, settingTexts.previewFailed)}`} />}
          {unchanged && <Message text={texts.unchanged} />}
          <Button
            type="submit"
            className="sm:justify-self-start"
            busy={preview.isPending || (save.isPending && !proposal)}
            busyLabel={texts.saving}
          >
            {texts.save}
          </Button>
        </div>
      </div>
      <CardPreview business={business} typed={typed} />
      <TargetDialog
        owed={proposal?.owed ?? null}
        saving={save.isPending}
        error={proposal ? save.error : null}
        onDecide={settings.decide}
        onCancel={settings.cancel}
      />
    </form>
  )
}

/** The card as customers will see it; as it is saved, while what is typed makes none. */
function CardPreview({ business, typed }: { business: Business; typed: Settings }) {
  const isRight = Object.keys(faultsIn(typed)).length === 0
  const { name, colour, visitTarget, halfRewardEnabled } = isRight ? typed : settingsOf(business)
  return (
    <aside className="grid gap-3 lg:sticky lg:top-6">
      <h2 className="text-small font-semibold text-ink-soft">{texts.card.preview}</h2>
      <StampCard
        businessName={name}
        look={{ colour, logoUrl: business.logoUrl }}
        count={0}
        target={Number(visitTarget)}
        halfMilestone={halfRewardEnabled ? halfOf(visitTarget) : null}
        pendingKinds={[]}
      />
    </aside>
  )
}
