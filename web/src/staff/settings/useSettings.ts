import { useState } from 'react'
import { usePreviewTargets, useSettingsForm } from '@/acts/staff/settings'
import { useSignedIn } from '@/api'
import type { Business, OwedAtOnce } from '@/api/types'
import { buildChanges } from '@/lib/form'
import { settingsPart, targetFields } from './settingsForm'

export type SettingsEditing = ReturnType<typeof useSettings>

export type SettingFields = Pick<SettingsEditing['form'], 'text' | 'box' | 'values' | 'errors' | 'change'>

/** Edits the settings. Asks before saving if new targets would owe rewards at once. */
export function useSettings(business: Business) {
  const [owed, setOwed] = useState<OwedAtOnce | null>(null)
  const owner = useSignedIn().email
  const send = (grantReached: boolean) =>
    form.submit({ extra: { grantReached }, confirmedFields: [...targetFields] })
  const preview = usePreviewTargets((effects) => {
    if (effects.rewards > 0) setOwed(effects)
    else send(false)
  })
  const form = useSettingsForm(business, settingsPart, {
    onSaved: () => setOwed(null),
    refusal: preview.error,
    onChange: preview.reset,
    draft: { form: `settings of ${business.id}`, owner },
  })
  return {
    form,
    typedSettings: form.values,
    preview,
    owed,
    isSaving: preview.isPending || form.save.isPending,
    submit: () => {
      if (preview.isPending || form.save.isPending || !form.check()) return
      preview.reset()
      const targets = targetFields.filter((field) => form.changedNames.includes(field))
      if (targets.length > 0 && form.disputes.length === 0) {
        form.save.reset()
        preview.mutate(buildChanges(settingsPart.fields, form.edits, targets))
      } else form.submit()
    },
    decide: send,
    cancel: () => setOwed(null),
  }
}
