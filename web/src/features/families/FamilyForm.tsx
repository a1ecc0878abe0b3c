import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useChangeFamily } from '@/acts/families'
import { familyTexts } from '@/acts/familyTexts'
import { familyQueries } from '@/api/families'
import type { Family } from '@/api/types'
import { errorText } from '@/lib/errors'
import { EffectDialog } from '@/ui/family/EffectDialog'
import { Panel } from '@/ui/Panel'
import { UnsavedChanges } from '@/ui/UnsavedChanges'
import { FamilyDataForm, type FamilyValues } from './FamilyDataForm'
import { texts } from './texts'

/** Renames a family and changes its policy; what another policy changes is shown before. */
export function FamilyForm({ family }: { family: Family }) {
  const [values, setValues] = useState<FamilyValues>({ name: family.name, policy: family.policy })
  const [asking, setAsking] = useState(false)
  const save = useChangeFamily(family.id)
  const send = () =>
    save.mutate({ name: values.name.trim(), policy: values.policy }, { onSuccess: () => setAsking(false) })
  const submit = () => {
    if (values.policy === family.policy || family.members.length === 0) send()
    else setAsking(true)
  }
  return (
    <Panel title={texts.record.edit}>
      <UnsavedChanges when={values.name.trim() !== family.name || values.policy !== family.policy} />
      <FamilyDataForm
        values={values}
        onChange={setValues}
        sending={save}
        words={{ ...texts.change, ...familyTexts.change }}
        isAsking={asking}
        onSubmit={submit}
      />
      {asking && (
        <PolicyQuestion
          family={family}
          values={values}
          save={save}
          onConfirm={send}
          onClose={() => setAsking(false)}
        />
      )}
    </Panel>
  )
}

interface PolicyQuestionProps {
  family: Family
  values: FamilyValues
  save: ReturnType<typeof useChangeFamily>
  onConfirm: () => void
  onClose: () => void
}

function PolicyQuestion({ family, values: { policy }, save, onConfirm, onClose }: PolicyQuestionProps) {
  const effects = useQuery(familyQueries.policyEffect(family.id, policy))
  return (
    <EffectDialog
      title={texts.policy.title(policy)}
      explanation={texts.policy[policy]}
      effects={effects}
      confirm={texts.policy.confirm}
      busy={save.isPending}
      busyLabel={texts.change.submitting}
      failure={save.isError ? errorText(save.error, familyTexts.change.failed) : null}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
