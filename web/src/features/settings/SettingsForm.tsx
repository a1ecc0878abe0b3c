import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { settingTexts } from '@/acts/settings'
import { isApiError } from '@/api/error'
import type { Business } from '@/api/types'
import { errorText } from '@/lib/errors'
import { countryOptions, zoneOptions } from '@/lib/places'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { Message } from '@/ui/Message'
import { Panel } from '@/ui/Panel'
import { SelectField } from '@/ui/SelectField'
import { StampCard } from '@/ui/stamp-card/StampCard'
import { TextField } from '@/ui/TextField'
import { UnsavedChanges } from '@/ui/UnsavedChanges'
import { MarketingPanel } from './MarketingPanel'
import { changesOf, halfOf, type Settings, schema, settingsOf } from './settingsForm'
import { TargetDialog } from './TargetDialog'
import { texts } from './texts'
import { useSettings } from './useSettings'

/** The settings of a business; beside them the card that follows from them. */
export function SettingsForm({ business }: { business: Business }) {
  const [unchanged, setUnchanged] = useState(false)
  const { register, handleSubmit, formState, control } = useForm<Settings>({
    resolver: zodResolver(schema),
    values: settingsOf(business),
    resetOptions: { keepDirtyValues: true },
  })
  const { save, preview, proposal, submit, decide, cancel } = useSettings(business)
  const failed = save.error ?? preview.error
  const refused = isApiError(failed) ? failed.fieldErrors : {}
  const errorOf = (field: keyof Settings) => formState.errors[field]?.message ?? refused[field]
  const typed = useWatch({ control }) as Settings
  const half = halfOf(typed.visitTarget)
  return (
    <form
      noValidate
      className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]"
      onSubmit={handleSubmit((settings) => setUnchanged(!submit(settings)))}
    >
      <UnsavedChanges when={Object.keys(changesOf(business, typed)).length > 0} />
      <div className="grid gap-6">
        <Panel title={texts.business.title}>
          <div className="grid gap-5">
            <TextField label={texts.business.name} error={errorOf('name')} {...register('name')} />
            <SelectField
              label={texts.business.timezone}
              help={texts.business.timezoneHelp}
              error={errorOf('timezone')}
              options={zoneOptions(business.timezone)}
              {...register('timezone')}
            />
            <SelectField
              label={texts.business.country}
              help={texts.business.countryHelp}
              error={errorOf('country')}
              options={countryOptions(business.country)}
              {...register('country')}
            />
          </div>
        </Panel>
        <Panel title={texts.card.title}>
          <div className="grid gap-5">
            <div className="grid gap-5 sm:grid-cols-2">
              <TextField
                label={texts.card.target}
                inputMode="numeric"
                error={errorOf('visitTarget')}
                {...register('visitTarget')}
              />
              <TextField
                label={texts.card.vipTarget}
                inputMode="numeric"
                error={errorOf('vipVisitTarget')}
                {...register('vipVisitTarget')}
              />
            </div>
            <Checkbox
              label={texts.card.half}
              help={half === null ? texts.card.halfHelp : texts.card.halfAt(half)}
              error={errorOf('halfRewardEnabled')}
              {...register('halfRewardEnabled')}
            />
          </div>
        </Panel>
        <Panel title={texts.welcome.title}>
          <TextField
            label={texts.welcome.text}
            optional
            help={texts.welcome.textHelp}
            placeholder={texts.welcome.placeholder}
            error={errorOf('welcomeText')}
            {...register('welcomeText')}
          />
        </Panel>
        <MarketingPanel business={business} register={register} errorOf={errorOf} />
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
      <CardPreview business={business} control={control} />
      <TargetDialog
        owed={proposal?.owed ?? null}
        saving={save.isPending}
        error={proposal ? save.error : null}
        onDecide={decide}
        onCancel={cancel}
      />
    </form>
  )
}

/** The card as customers will see it; as it is saved, while what is typed makes none. */
function CardPreview({ business, control }: { business: Business; control: Control<Settings> }) {
  const typed = schema.safeParse(useWatch({ control }))
  const { name, visitTarget, halfRewardEnabled } = typed.data ?? settingsOf(business)
  return (
    <aside className="grid gap-3 lg:sticky lg:top-6">
      <h2 className="text-small font-semibold text-ink-soft">{texts.card.preview}</h2>
      <StampCard
        businessName={name}
        count={0}
        target={Number(visitTarget)}
        halfMilestone={halfRewardEnabled ? halfOf(visitTarget) : null}
        pendingKinds={[]}
      />
    </aside>
  )
}
