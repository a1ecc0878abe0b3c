import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '@/api'
import { marketingQuery } from '@/api/businesses'
import { answer } from '@/api/client'
import { businessQuery, customerQueries } from '@/api/customers'
import type { Business, BusinessChanges, OwedAtOnce } from '@/api/types'
import { changesOf, type Settings, targetsIn } from './settingsForm'

/** What a change of the targets would owe at once, while the owner has not decided. */
export interface Proposal {
  changes: BusinessChanges
  owed: OwedAtOnce
}

/** Saves settings. A change of what cards pay is first proposed, with what it would owe. */
export function useSettings(business: Business) {
  const queryClient = useQueryClient()
  const [proposal, setProposal] = useState<Proposal | null>(null)

  const save = useMutation({
    mutationFn: (body: BusinessChanges) => answer(api.PATCH('/business', { body })),
    onSuccess: (saved) => {
      queryClient.setQueryData(businessQuery().queryKey, saved)
      setProposal(null)
      void queryClient.invalidateQueries(marketingQuery())
      return queryClient.invalidateQueries({ queryKey: customerQueries.all() })
    },
  })

  const preview = useMutation({
    mutationFn: async (changes: BusinessChanges): Promise<Proposal> => {
      const body = targetsIn(changes) ?? {}
      return { changes, owed: await answer(api.POST('/business/targets/preview', { body })) }
    },
    onSuccess: setProposal,
  })

  return {
    save,
    preview,
    proposal,
    /** Takes what was typed; says whether anything of it is new. */
    submit: (settings: Settings): boolean => {
      const changes = changesOf(business, settings)
      if (Object.keys(changes).length === 0) return false
      save.reset()
      if (targetsIn(changes)) preview.mutate(changes)
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
