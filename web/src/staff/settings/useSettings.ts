import { useState } from 'react'
import { usePreviewTargets, useSettingsForm } from '@/acts/staff/settings'
import type { Business, OwedAtOnce } from '@/api/types'
import { buildChanges } from '@/lib/form'
import { settingsPart, targetFields } from './settingsForm'

/** What the fields of the settings hold and say. */
export type SettingFields = Pick<ReturnType<typeof useSettings>['form'], 'text' | 'box' | 'values' | 'errors'>

/**
 * Settings as they are typed, and saved. Where a change of what cards pay would owe rewards at once, the owner is asked
 * before.
 */
export function useSettings(business: Business) {
  const [owed, setOwed] = useState<OwedAtOnce | null>(null)
  const send = (grantReached: boolean) =>
    form.submit({ extra: { grantReached }, confirmed: [...targetFields] })
  const preview = usePreviewTargets((found) => {
    if (found.rewards > 0) setOwed(found)
    else send(false)
  })
  const form = useSettingsForm(business, settingsPart, {
    onSaved: () => setOwed(null),
    refusal: preview.error,
    onChange: preview.reset,
  })
  return {
    form,
    typed: form.values,
    preview,
    owed,
    isSaving: preview.isPending || form.save.isPending,
    /** Saves what was changed, where nothing is wrong with it. */
    submit: () => {
      if (preview.isPending || form.save.isPending || !form.check()) return
      preview.reset()
      const targets = targetFields.filter((field) => form.changed.includes(field))
      if (targets.length > 0 && form.disputed.length === 0) {
        form.save.reset()
        preview.mutate(buildChanges(settingsPart.fields, form.edits, targets))
      } else form.submit()
    },
    /** Saves the change of the targets as the owner has decided. */
    decide: send,
    /** Leaves everything as it is. */
    cancel: () => setOwed(null),
  }
}
