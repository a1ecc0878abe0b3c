import { useState } from 'react'
import { usePreviewTargets, useSettingsForm } from '@/acts/settings'
import { isApiError } from '@/api/error'
import type { Business, OwedAtOnce } from '@/api/types'
import { changesOf } from '@/lib/form'
import { faultsIn, type Settings, settingsPart, targetFields } from './settingsForm'

type Name<Value> = {
  [Field in keyof Settings]: Settings[Field] extends Value ? Field : never
}[keyof Settings]

/** What the fields of the settings hold and say. */
export type SettingFields = ReturnType<typeof useSettings>['fields']

/**
 * Settings as they are typed, and saved. Where a change of what cards pay would owe rewards at once, the owner is asked
 * before.
 */
export function useSettings(business: Business) {
  const [checked, setChecked] = useState(false)
  const [owed, setOwed] = useState<OwedAtOnce | null>(null)
  const form = useSettingsForm(business, settingsPart, () => {
    setOwed(null)
    setChecked(false)
  })
  const send = (grantReached: boolean) =>
    form.submit({ extra: { grantReached }, confirmed: [...targetFields] })
  const preview = usePreviewTargets((found) => {
    if (found.rewards > 0) setOwed(found)
    else send(false)
  })
  const typed = form.values
  const faults = faultsIn(typed)
  const refused = isApiError(preview.error) ? preview.error.fieldErrors : {}
  const errors: Partial<Record<string, string>> = { ...form.errors, ...refused, ...(checked && faults) }
  const change = (part: Partial<Settings>) => {
    preview.reset()
    form.change(part)
  }
  return {
    form,
    typed,
    preview,
    owed,
    isSaving: preview.isPending || form.save.isPending,
    fields: {
      text: (name: Name<string>) => ({
        value: typed[name],
        error: errors[name],
        onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
      }),
      box: (name: Name<boolean>) => ({
        checked: typed[name],
        error: errors[name],
        onChange: ({ target }: { target: { checked: boolean } }) => change({ [name]: target.checked }),
      }),
    },
    change,
    /** Saves what was changed; false where something is wrong with it. */
    submit: (): boolean => {
      setChecked(true)
      if (Object.keys(faults).length > 0) return false
      preview.reset()
      const targets = targetFields.filter((field) => form.changed.includes(field))
      if (targets.length > 0 && form.disputed.length === 0) {
        form.save.reset()
        preview.mutate(changesOf(settingsPart.fields, form.edits, targets))
      } else form.submit()
      return true
    },
    /** Saves the change of the targets as the owner has decided. */
    decide: send,
    /** Leaves everything as it is. */
    cancel: () => setOwed(null),
  }
}
