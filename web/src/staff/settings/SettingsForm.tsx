import { type FormEvent, useEffect, useRef } from 'react'
import type { Business } from '@/api/types'
import { StampCard } from '@/card/stamp-card/StampCard'
import { cx } from '@/kit/cx'
import { DraftRestoredNotice } from '@/kit/DraftRestoredNotice'
import { Disputes } from '@/kit/form/Dispute'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { BackToFirstSteps } from './BackToFirstSteps'
import { BusinessFields } from './BusinessFields'
import { CardFields } from './CardFields'
import { FirstStepsPanel } from './FirstStepsPanel'
import { LegalPanel } from './LegalPanel'
import { LinkPanel } from './LinkPanel'
import { MarketingPanel } from './MarketingPanel'
import { PosterPanel } from './PosterPanel'
import { PremisesPanel } from './PremisesPanel'
import { SaveBar } from './SaveBar'
import { SecondFactorSetting } from './SecondFactorSetting'
import { BackToSections, SectionNav } from './SectionNav'
import { ServedBySetting } from './ServedBySetting'
import { hasFields, isInSection, type Section } from './sections'
import { displayValue, faultsIn, halfMilestoneOf, type Settings, settingsOf } from './settingsForm'
import { TargetDialog } from './TargetDialog'
import { TeamSection } from './TeamSection'
import { texts } from './texts'
import { useErrorSection } from './useErrorSection'
import { type SettingsEditing, useSettings } from './useSettings'
import { WeekMailPanel } from './WeekMailPanel'

interface SettingsFormProps {
  business: Business
  /** Undefined at the address of all settings. */
  chosenSection: Section | undefined
}

/** One form with all sections, of which one is shown. Edits stay when the section changes. */
export function SettingsForm({ business, chosenSection }: SettingsFormProps) {
  const settings = useSettings(business)
  const { form, typedSettings, owed } = settings
  const { save } = form
  const shownSection = chosenSection ?? 'negocio'
  const showErrors = useErrorSection(form, shownSection)
  const section = useFocusOnSection(chosenSection)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    showErrors()
    settings.submit()
  }
  const isSavable = hasFields(shownSection) || form.isDirty
  const hasPreview = shownSection === 'negocio' || shownSection === 'tarjeta'
  return (
    <form ref={form.element} noValidate className="settings" onSubmit={submit}>
      <UnsavedChanges when={form.isDirty} isSaving={save.isPending} onLeave={form.reset} />
      <SectionNav
        chosenSection={chosenSection}
        shownSection={shownSection}
        isEdited={(section) => form.changedNames.some((field) => isInSection(section, field))}
      />
      <div
        ref={section}
        tabIndex={-1}
        className={cx('grid min-w-0 content-start gap-6 outline-none', !chosenSection && 'max-lg:hidden')}
      >
        {chosenSection && <BackToSections />}
        {form.isRestored && <DraftRestoredNotice onDiscard={form.reset} />}
        <div className={cx('grid items-start gap-6', hasPreview && 'xl:grid-cols-[minmax(0,1fr)_20rem]')}>
          <div className="grid gap-6">
            <SectionFields section={shownSection} business={business} settings={settings} />
          </div>
          {hasPreview && <CardPreview business={business} typedSettings={typedSettings} />}
        </div>
        <Disputes form={form} labels={texts.fields} saidIn={(name) => displayValue(name, form.savedValues)} />
        {isSavable && <SaveBar settings={settings} />}
        <BackToFirstSteps />
      </div>
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

/** Focuses the section on a phone, where its link disappears. */
function useFocusOnSection(chosenSection: Section | undefined) {
  const section = useRef<HTMLDivElement>(null)
  const last = useRef(chosenSection)
  useEffect(() => {
    if (chosenSection === last.current) return
    last.current = chosenSection
    if (document.activeElement === document.body) section.current?.focus({ preventScroll: true })
  }, [chosenSection])
  return section
}

interface SectionFieldsProps {
  section: Section
  business: Business
  settings: SettingsEditing
}

function SectionFields({ section, business, settings: { form } }: SectionFieldsProps) {
  switch (section) {
    case 'negocio':
      return (
        <>
          <BusinessFields business={business} fields={form} />
          <LinkPanel to="/app/importar" {...texts.imports} />
          <LinkPanel to="/app/copia" {...texts.ownCopy} />
          <FirstStepsPanel />
        </>
      )
    case 'tarjeta':
      return <CardFields business={business} fields={form} />
    case 'local':
      return <PremisesPanel fields={form} />
    case 'mensajes':
      return (
        <>
          <WeekMailPanel business={business} fields={form} />
          <MarketingPanel business={business} fields={form} />
        </>
      )
    case 'legal':
      return <LegalPanel business={business} fields={form} />
    case 'cartel':
      return <PosterPanel />
    case 'equipo':
      return (
        <>
          <TeamSection />
          <ServedBySetting fields={form} />
          <SecondFactorSetting fields={form} />
        </>
      )
  }
}

/** Shows the saved card while the input is invalid. */
function CardPreview({ business, typedSettings }: { business: Business; typedSettings: Settings }) {
  const faults = faultsIn(typedSettings)
  const isRight = !faults.name && !faults.visitTarget
  const { name, colour, visitTarget, halfRewardEnabled } = isRight ? typedSettings : settingsOf(business)
  return (
    <aside className="grid gap-3 xl:sticky xl:top-[calc(var(--rail-top,0px)+24px)]">
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
