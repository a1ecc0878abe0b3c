import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { marketingQuery, posterQuery } from '@/api/businesses'
import { answer } from '@/api/client'
import { businessQuery } from '@/api/customers'
import type { Business, BusinessChanges, OwedAtOnce, TargetChanges } from '@/api/types'
import { smallPicture } from '@/lib/smallPicture'
import { notify } from '@/ui/notify'
import { customersChanged } from './changed'

/** What changing the settings of a business says: what was done, and what was not. */
export const settingTexts = {
  done: '✅ Guardado.',
  failed: 'No se pudo guardar.',
  logoGiven: 'Tu logo ya está en la tarjeta.',
  logoRemoved: 'La tarjeta ya no lleva logo.',
  logoUnreadable: 'Esa imagen no se puede leer: usa un PNG o un JPG. El logo no ha cambiado.',
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

/** Pixels of the longer side: what is shown of a logo anywhere needs no more. */
const logoSide = 512

/** Gives the business the logo in a file. */
export function useSetLogo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (file: File) => {
      const picture = await smallPicture(file, logoSide)
      if (picture === null) throw new Error(settingTexts.logoUnreadable)
      return answer(api.POST('/business/logo', { body: { picture } }))
    },
    onSuccess: (saved) => lookChanged(client, saved, settingTexts.logoGiven),
  })
}

/** Leaves the business without a logo. */
export function useRemoveLogo() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: () => answer(api.DELETE('/business/logo')),
    onSuccess: (saved) => lookChanged(client, saved, settingTexts.logoRemoved),
  })
}

function lookChanged(client: QueryClient, saved: Business, words: string) {
  client.setQueryData(businessQuery().queryKey, saved)
  notify.success(words)
  return client.invalidateQueries(posterQuery())
}
