import { useState } from 'react'
import { type Proposal, useChangeSettings, useProposeTargets } from '@/acts/settings'
import { isApiError } from '@/api/error'
import type { Business } from '@/api/types'
import type { Colour } from '@/ui/stamp-card/colours'
import { changesOf, faultsIn, type Settings, settingsOf, targetsIn } from './settingsForm'

type Name<Value> = {
  [Field in keyof Settings]: Settings[Field] extends Value ? Field : never
}[keyof Settings]

/** What the fields of the settings hold and say. */
export type SettingFields = ReturnType<typeof useSettings>['fields']

/** Settings as they are typed, and saved. A change of what cards pay is first proposed, with what it would owe. */
export function useSettings(business: Business) {
  /** What was changed here; all else is as the business has it, also when somebody changes that meanwhile. */
  const [own, setOwn] = useState<Partial<Settings>>({})
  const [sent, setSent] = useState<Partial<Settings>>({})
  const [checked, setChecked] = useState(false)
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const save = useChangeSettings(() => {
    setProposal(null)
    setChecked(false)
    setOwn((now) => without(now, sent))
  })
  const preview = useProposeTargets(setProposal)

  const typed: Settings = { ...settingsOf(business), ...own }
  const faults = faultsIn(typed)
  const failed = save.error ?? preview.error
  const refused = isApiError(failed) ? failed.fieldErrors : {}
  const errors: Partial<Record<string, string>> = { ...refused, ...(checked && faults) }
  const set = (change: Partial<Settings>) => setOwn({ ...own, ...change })

  return {
    typed,
    save,
    preview,
    proposal,
    fields: {
      text: (name: Name<string>) => ({
        value: typed[name],
        error: errors[name],
        onChange: ({ target }: { target: { value: string } }) => set({ [name]: target.value }),
      }),
      box: (name: Name<boolean>) => ({
        checked: typed[name],
        error: errors[name],
        onChange: ({ target }: { target: { checked: boolean } }) => set({ [name]: target.checked }),
      }),
    },
    chooseColour: (colour: Colour) => set({ colour }),
    /** Sends what is new of what was typed, if it can be. */
    submit: (): 'faulty' | 'unchanged' | 'sent' => {
      setChecked(true)
      if (Object.keys(faults).length > 0) return 'faulty'
      const changes = changesOf(business, typed)
      if (Object.keys(changes).length === 0) return 'unchanged'
      save.reset()
      setSent(own)
      const targets = targetsIn(changes)
      if (targets) preview.mutate({ changes, targets })
      else save.mutate(changes)
      return 'sent'
    },
    /** Carries out what was proposed. */
    decide: (grantReached: boolean) => {
      if (proposal) save.mutate({ ...proposal.changes, grantReached })
    },
    /** Leaves everything as it is. */
    cancel: () => setProposal(null),
  }
}

/** What was changed since it was sent. */
function without(now: Partial<Settings>, sent: Partial<Settings>): Partial<Settings> {
  const isNew = ([name, value]: [string, unknown]) => sent[name as keyof Settings] !== value
  return Object.fromEntries(Object.entries(now).filter(isNew))
}
