import { bearer, unwrap } from '@/api/client'
import { publicApi } from '@/api/public'
import type { EnrolledFactor, Enrolment, SignIn } from '@/api/types'
import { useAction } from './useAction'

const authorizationHeaders = (token: string) => ({ Authorization: bearer + token })

/** True while a sign-in needs the second factor or an enrolment. Other servers have no second factor. */
export function isIncomplete({ secondFactor }: SignIn): boolean {
  return secondFactor === 'CODE' || secondFactor === 'ENROLMENT'
}

export function usePassSecondFactor(token: string, onSignIn: (signIn: SignIn) => void) {
  return useAction(
    async (code: string) =>
      onSignIn(
        await unwrap(
          publicApi.POST('/auth/second-factor', { body: { code }, headers: authorizationHeaders(token) }),
        ),
      ),
    { staysBusy: true },
  )
}

export function beginEnrolment(token: string): Promise<Enrolment> {
  return unwrap(publicApi.POST('/auth/second-factor/enrolment', { headers: authorizationHeaders(token) }))
}

export function useBeginEnrolment(begin: () => Promise<Enrolment>, onBegun: (enrolment: Enrolment) => void) {
  return useAction(async () => onBegun(await begin()))
}

export function useConfirmEnrolment(
  token: () => string,
  onEnrolled: (enrolledFactor: EnrolledFactor) => void,
) {
  return useAction(async (code: string) => {
    const call = publicApi.POST('/auth/second-factor/enrolment/confirm', {
      body: { code },
      headers: authorizationHeaders(token()),
    })
    onEnrolled(await unwrap(call))
  })
}
