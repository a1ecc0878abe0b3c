import { useState } from 'react'
import { type Proposal, useChangeSettings, useProposeTargets } from '@/acts/settings'
import type { Business } from '@/api/types'
import { changesOf, type Settings, targetsIn } from './settingsForm'

/** Saves settings. A change of what cards pay is first proposed, with what it would owe. */
export function useSettings(business: Business) {
  const [proposal, setProposal] = useState<Proposal | null>(null)
  const save = useChangeSettings(() => setProposal(null))
  const preview = useProposeTargets(setProposal)
  return {
    save,
    preview,
    proposal,
    /** Takes what was typed; says whether anything of it is new. */
    submit: (settings: Settings): boolean => {
      const changes = changesOf(business, settings)
      if (Object.keys(changes).length === 0) return false
      save.reset()
      const targets = targetsIn(changes)
      if (targets) preview.mutate({ changes, targets })
      else save.mutate(changes)
      return true
    },
    /** Carries out what was proposed. */
    decide: (grantReached: boolean) => {
      if (proposal) save.mutate({ ...proposal.changes, grantReached })
    },
    /** Leaves everything as it is. */
    cancel: () => setProposal(null),
  }
}
