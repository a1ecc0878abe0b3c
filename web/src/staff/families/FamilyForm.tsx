import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useFamilyForm } from '@/acts/staff/families'
import { familyTexts } from '@/acts/staff/familyTexts'
import { familyQueries } from '@/api/families'
import type { Family } from '@/api/types'
import { EffectDialog } from '@/card/family/EffectDialog'
import { DraftRestoredNotice } from '@/kit/DraftRestoredNotice'
import { Disputes } from '@/kit/form/Dispute'
import { FormResult } from '@/kit/form/FormResult'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { Panel } from '@/kit/Panel'
import { errorText } from '@/lib/errors'
import { FamilyDataForm, familyFaults } from './FamilyDataForm'
import { texts } from './texts'

export function FamilyForm({ family }: { family: Family }) {
  const [asking, setAsking] = useState(false)
  const form = useFamilyForm(family, familyFaults, () => setAsking(false))
  const { save } = form
  const submit = () => {
    if (!form.changedNames.includes('policy') || form.disputes.length > 0 || family.members.length === 0)
      form.submit()
    else setAsking(true)
  }
  const { name, policy } = form.savedValues
  const saidIn = { name, policy: texts.policies[policy] }
  return (
    <Panel title={texts.record.edit}>
      <UnsavedChanges when={form.isDirty} isSaving={save.isPending} />
      {form.isRestored && <DraftRestoredNotice onDiscard={form.reset} />}
      <FamilyDataForm
        form={form}
        sending={save}
        words={texts.change}
        result={
          <>
            <FormResult form={form} labels={texts.fields} {...familyTexts.change} isQuiet={asking} />
            <Disputes form={form} labels={texts.fields} saidIn={(field) => saidIn[field]} />
          </>
        }
        onSubmit={submit}
      />
      {asking && <PolicyQuestion family={family} form={form} onClose={() => setAsking(false)} />}
    </Panel>
  )
}

interface PolicyQuestionProps {
  family: Family
  form: ReturnType<typeof useFamilyForm>
  onClose: () => void
}

function PolicyQuestion({ family, form, onClose }: PolicyQuestionProps) {
  const { save, values } = form
  const effects = useQuery(familyQueries.policyEffect(family.id, values.policy))
  return (
    <EffectDialog
      title={texts.policy.title(values.policy)}
      explanation={texts.policy[values.policy]}
      effects={effects}
      confirm={texts.policy.confirm}
      busy={save.isPending}
      busyLabel={texts.change.submitting}
      failure={save.isError ? errorText(save.error, familyTexts.change.failed) : null}
      onConfirm={() => form.submit()}
      onClose={onClose}
    />
  )
}
