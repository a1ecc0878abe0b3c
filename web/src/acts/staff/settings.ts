import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { api, session } from '@/api'
import { marketingQuery, posterQuery } from '@/api/businesses'
import { unwrap } from '@/api/client'
import { businessQuery } from '@/api/customers'
import { staleIdentityError } from '@/api/error'
import type { Business, BusinessChanges, OwedAtOnce, TargetChanges } from '@/api/types'
import { ifMatch } from '@/api/version'
import { notify } from '@/kit/notify'
import type { Fields } from '@/lib/form'
import { shrinkPicture } from '@/lib/shrinkPicture'
import type { Faults } from '@/lib/useForm'
import { refreshCustomers } from './refreshCustomers'
import { useAct } from './useAct'
import { type SaveOutcome, useSavedForm } from './useSavedForm'

export const settingTexts = {
  done: '✅ Guardado.',
  failed: 'No se pudo guardar.',
  logoGiven: 'Tu logo ya está en la tarjeta.',
  logoRemoved: 'La tarjeta ya no lleva logo.',
  logoUnreadable: 'Esa imagen no se puede leer: usa un PNG o un JPG. El logo no ha cambiado.',
  previewFailed: 'No se pudo calcular a quién afecta. No se ha guardado nada.',
} as const

export interface SettingsPart<Values> {
  valuesOf: (business: Business) => Values
  fields: Fields<Values, BusinessChanges>
  faultsIn?: (values: Values) => Faults
}

interface FormCallbacks<Values> {
  onSaved?: (outcome: SaveOutcome<Business, Values>) => void
  /** The error of a step before saving. */
  refusal?: Error | null
  onChange?: () => void
  draft?: { form: string; owner: string }
}

/** The form of the settings. Saving refreshes customers, because targets decide when cards earn rewards. */
export function useSettingsForm<Values extends object>(
  business: Business,
  part: SettingsPart<Values>,
  { onSaved, ...besides }: FormCallbacks<Values> = {},
) {
  const client = useQueryClient()
  return useSavedForm<Business, Values, BusinessChanges>({
    ...part,
    ...besides,
    row: business,
    send: (body, version) => unwrap(api.PATCH('/business', { params: ifMatch(version), body })),
    conflict: 'BUSINESS_CHANGED',
    reread: () => unwrap(api.GET('/business')),
    onRow: (savedBusiness) => client.setQueryData(businessQuery().queryKey, savedBusiness),
    onSaved: (outcome) => {
      onSaved?.(outcome)
      void client.invalidateQueries(marketingQuery())
      void client.invalidateQueries(posterQuery())
      void refreshCustomers(client)
    },
  })
}

/** Returns the rewards that changed targets would owe at once. Changes nothing. */
export function usePreviewTargets(onPreviewed: (owed: OwedAtOnce) => void) {
  return useAct({
    mutationFn: (targets: TargetChanges) => unwrap(api.POST('/business/targets/preview', { body: targets })),
    onSuccess: onPreviewed,
  })
}

/** Pixels of the longer side. No logo is shown larger. */
const logoSide = 512

export function useSetLogo() {
  const client = useQueryClient()
  return useAct({
    mutationFn: async (file: File) => {
      const chosenFor = session.get()?.businessId
      const picture = await shrinkPicture(file, logoSide)
      // The operator may have switched businesses meanwhile.
      if (session.get()?.businessId !== chosenFor) throw staleIdentityError()
      if (picture === null) throw new Error(settingTexts.logoUnreadable)
      return unwrap(api.POST('/business/logo', { body: { picture } }))
    },
    onSuccess: (savedBusiness) => showSavedLook(client, savedBusiness, settingTexts.logoGiven),
  })
}

export function useRemoveLogo() {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => unwrap(api.DELETE('/business/logo')),
    onSuccess: (savedBusiness) => showSavedLook(client, savedBusiness, settingTexts.logoRemoved),
  })
}

function showSavedLook(client: QueryClient, savedBusiness: Business, words: string) {
  client.setQueryData(businessQuery().queryKey, savedBusiness)
  notify.success(words)
  return client.invalidateQueries(posterQuery())
}
