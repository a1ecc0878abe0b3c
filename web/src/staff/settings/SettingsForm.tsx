import type { FormEvent } from 'react'
import { settingTexts } from '@/acts/staff/settings'
import type { Business } from '@/api/types'
import { StampCard } from '@/card/stamp-card/StampCard'
import { Button } from '@/kit/Button'
import { Checkbox } from '@/kit/Checkbox'
import { Disputes } from '@/kit/form/Dispute'
import { FormResult } from '@/kit/form/FormResult'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { SelectField } from '@/kit/SelectField'
import { TextField } from '@/kit/TextField'
import { errorText } from '@/lib/errors'
import { countryOptions, zoneOptions } from '@/lib/regionOptions'
import { settingsParts } from '@/lib/settingsParts'
import { ColourChoice } from './ColourChoice'
import { LogoChoice } from './LogoChoice'
import { MarketingPanel } from './MarketingPanel'
import { PrintedName } from './PosterPanel'
import { displayValue, faultsIn, halfMilestoneOf, type Settings, settingsOf } from './settingsForm'
import { TargetDialog } from './TargetDialog'
import { texts } from './texts'
import { useSettings } from './useSettings'

/** SettingsForm edits the settings beside a preview of the card. */
export function SettingsForm({ business }: { business: Business }) {
  const settings = useSettings(business)
  const { form, typed, preview, owed } = settings
  const { save } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    settings.submit()
  }
  const half = halfMilestoneOf(typed.visitTarget)
  return (
    <form
      ref={form.element}
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]"
      onSubmit={submit}
    >
      <UnsavedChanges when={form.isDirty} isSaving={save.isPending} />
      <div className="grid gap-6">
        <Panel title={texts.business.title}>
          <div className="grid gap-5">
            <div className="grid gap-2">
              <TextField label={texts.business.name} {...form.text('name')} />
              <PrintedName />
            </div>
            <SelectField
              label={texts.business.timezone}
              help={texts.business.timezoneHelp}
              options={zoneOptions(business.timezone)}
              {...form.text('timezone')}
            />
            <SelectField
              label={texts.business.country}
              help={texts.business.countryHelp}
              options={countryOptions(business.country)}
              {...form.text('country')}
            />
          </div>
        </Panel>
        <Panel id={settingsParts.card} title={texts.card.title}>
          <div className="grid gap-5">
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField label={texts.card.target} inputMode="numeric" {...form.text('visitTarget')} />
              <TextField label={texts.card.vipTarget} inputMode="numeric" {...form.text('vipVisitTarget')} />
            </div>
            <Checkbox
              label={texts.card.half}
              help={half === null ? texts.card.halfHelp : texts.card.halfAt(half)}
              {...form.box('halfRewardEnabled')}
            />
            <LogoChoice logoUrl={business.logoUrl} />
            <ColourChoice chosen={typed.colour} onChoose={(colour) => form.change({ colour })} />
          </div>
        </Panel>
        <Panel title={texts.welcome.title}>
          <TextField
            label={texts.welcome.text}
            optional
            help={texts.welcome.textHelp}
            placeholder={texts.welcome.placeholder}
            {...form.text('welcomeText')}
          />
        </Panel>
        <Panel title={texts.paper.title}>
          <Checkbox
            label={texts.paper.barbers}
            help={texts.paper.barbersHelp}
            {...form.box('barberOpenings')}
          />
        </Panel>
        <MarketingPanel business={business} fields={form} />
        <div className="grid gap-4">
          <Disputes form={form} labels={texts.fields} saidIn={(name) => displayValue(name, form.saved)} />
          {preview.isError ? (
            <Message text={`❌ ${errorText(preview.error, settingTexts.previewFailed)}`} />
          ) : (
            <FormResult
              form={form}
              labels={texts.fields}
              done={settingTexts.done}
              failed={settingTexts.failed}
              isQuiet={owed !== null}
            />
          )}
          <Button
            type="submit"
            className="sm:justify-self-start"
            busy={settings.isSaving && owed === null}
            busyLabel={texts.saving}
          >
            {texts.save}
          </Button>
        </div>
      </div>
      <CardPreview business={business} typed={typed} />
      <TargetDialog
        owed={owed}
        saving={save.isPending}
        error={save.error}
        onDecide={settings.decide}
        onCancel={settings.cancel}
      />
    </form>
  )
}

/** The card preview. Invalid input shows the saved card. */
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
        halfMilestone={halfRewardEnabled ? halfMilestoneOf(visitTarget) : null}
        pendingKinds={[]}
      />
    </aside>
  )
}
