import { answer, bearer } from '@/api/client'
import { publicApi } from '@/api/public'
import type { EnrolledFactor, Enrolment, SignIn } from '@/api/types'
import { useAction } from './useAction'

/** The header of a session that is not complete yet, or of the current one. */
const authorized = (token: string) => ({ Authorization: bearer + token })

/** Reports whether a sign-in still needs a code, or an enrolment. Other servers know neither. */
export function isIncomplete({ secondFactor }: SignIn): boolean {
  return secondFactor === 'CODE' || secondFactor === 'ENROLMENT'
}

/** Completes a sign-in by a code of the app or a recovery code. */
export function usePassSecondFactor(token: string, onSignIn: (signIn: SignIn) => void) {
  return useAction(
    async (code: string) =>
      onSignIn(
        await answer(publicApi.POST('/auth/second-factor', { body: { code }, headers: authorized(token) })),
      ),
    { staysBusy: true },
  )
}

/** Gets a key for an authenticator app in the session of a sign-in. */
export function beginEnrolment(token: string): Promise<Enrolment> {
  return answer(publicApi.POST('/auth/second-factor/enrolment', { headers: authorized(token) }))
}

/** Gets a key. */
export function useBeginEnrolment(begin: () => Promise<Enrolment>, onBegun: (enrolment: Enrolment) => void) {
  return useAction(async () => onBegun(await begin()))
}

/** Enrols the app by its first code. */
export function useConfirmEnrolment(token: () => string, onEnrolled: (enrolled: EnrolledFactor) => void) {
  return useAction(async (code: string) => {
    const call = publicApi.POST('/auth/second-factor/enrolment/confirm', {
      body: { code },
      headers: authorized(token()),
    })
    onEnrolled(await answer(call))
  })
}
