import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { marketingQuery, posterQuery } from '@/api/businesses'
import { answer } from '@/api/client'
import { businessQuery } from '@/api/customers'
import type { Business, BusinessChanges, OwedAtOnce, TargetChanges } from '@/api/types'
import { customersChanged } from './changed'

/** What changing the settings of a business says: what was done, and what was not. */
export const settingTexts = {
  done: '✅ Guardado.',
  failed: 'No se pudo guardar.',
  previewFailed: 'No se pudo calcular a quién afecta. No se ha guardado nada.',
} as const

/** Changes settings of the business that one acts on. Cards pay by them: what is shown of customers is read again. */
export function useChangeSettings(onSaved: (business: Business) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: BusinessChanges) => answer(api.PATCH('/business', { body })),
    onSuccess: (saved) => {
      client.setQueryData(businessQuery().queryKey, saved)
      onSaved(saved)
      void client.invalidateQueries(marketingQuery())
      void client.invalidateQueries(posterQuery())
      return customersChanged(client)
    },
  })
}

/** Changes of the settings, and those of the targets among them. */
interface Wanted {
  changes: BusinessChanges
  targets: TargetChanges
}

/** Changes of the settings, and what they would owe at once. */
export interface Proposal {
  changes: BusinessChanges
  owed: OwedAtOnce
}

/** Asks what a change of the targets would owe at once; nothing is changed. */
export function useProposeTargets(onProposed: (proposal: Proposal) => void) {
  return useMutation({
    mutationFn: async ({ changes, targets }: Wanted): Promise<Proposal> => ({
      changes,
      owed: await answer(api.POST('/business/targets/preview', { body: targets })),
    }),
    onSuccess: onProposed,
  })
}
