import { answer } from '@/api/client'
import { publicApi } from '@/api/public'
import type { SignIn } from '@/api/types'
import { useAction } from './useAction'

/** useOrganisation sends the browser to the organisation's OpenID provider. */
export function useOrganisation() {
  return useAction(
    async () => {
      const { url } = await answer(publicApi.POST('/auth/organisation'))
      window.location.assign(url)
    },
    { staysBusy: true },
  )
}

/** What the provider sent back in the address. */
export interface OrganisationAnswer {
  state: string
  code: string
}

/** Signs in by what the provider sent back. It works once. */
export function completeOrganisation(body: OrganisationAnswer): Promise<SignIn> {
  return answer(publicApi.POST('/auth/organisation/complete', { body }))
}
