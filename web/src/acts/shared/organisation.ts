import { unwrap } from '@/api/client'
import { publicApi } from '@/api/public'
import type { SignIn } from '@/api/types'
import { useAction } from './useAction'

export function useOrganisation() {
  return useAction(
    async () => {
      const { url } = await unwrap(publicApi.POST('/auth/organisation'))
      window.location.assign(url)
    },
    { staysBusy: true },
  )
}

export interface OrganisationAnswer {
  state: string
  code: string
}

export function completeOrganisation(body: OrganisationAnswer): Promise<SignIn> {
  return unwrap(publicApi.POST('/auth/organisation/complete', { body }))
}
