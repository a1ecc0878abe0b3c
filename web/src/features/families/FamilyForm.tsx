import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { isApiError } from '@/api/error'
import { familyQueries } from '@/api/families'
import type { Family } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Message } from '@/ui/Message'
import { Panel } from '@/ui/Panel'
import { EffectDialog } from './EffectDialog'
import { FamilyFields, type FamilyValues, nameFault } from './FamilyFields'
import { texts } from './texts'
import { useChangeFamily } from './useFamilyChanges'

/** Renames a family and changes its policy; what another policy changes is shown before. */
export function FamilyForm({ family }: { family: Family }) {
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState<FamilyValues>({ name: family.name, policy: family.policy })
  const [fault, setFault] = useState<string>()
  const [asking, setAsking] = useState(false)
  const save = useChangeFamily(family.id)
  const send = () =>
    save.mutate({ name: values.name.trim(), policy: values.policy }, { onSuccess: () => setAsking(false) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    save.reset()
    setFault(nameFault(values))
    if (nameFault(values)) form.current?.querySelector('input')?.focus()
    else if (values.policy === family.policy || family.members.length === 0) send()
    else setAsking(true)
  }
  const refused = isApiError(save.error) ? save.error.fieldErrors.name : undefined
  return (
    <Panel title={texts.record.edit}>
      <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
        {save.isSuccess && <Message text={texts.record.saved} />}
        {save.isError && !asking && <Message text={`❌ ${errorText(save.error, texts.record.saveFailed)}`} />}
        <FamilyFields values={values} onChange={setValues} nameError={fault ?? refused} />
        <Button
          type="submit"
          busy={save.isPending}
          busyLabel={texts.record.saving}
          className="sm:justify-self-start"
        >
          {texts.record.save}
        </Button>
      </form>
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
      busyLabel={texts.record.saving}
      failure={save.isError ? errorText(save.error, texts.record.saveFailed) : null}
      onConfirm={onConfirm}
      onClose={onClose}
    />
  )
}
