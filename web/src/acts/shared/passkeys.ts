import { bearer, unwrap } from '@/api/client'
import { publicApi } from '@/api/public'
import type { EnrolledFactor, SecondFactor, SignIn } from '@/api/types'
import {
  type CreationOptions,
  createPasskey,
  hasPasskeys,
  type SignedChallenge,
  signWithPasskey,
} from '@/lib/webauthn'
import { passkeyErrors as texts } from './passkeyTexts'
import { useAction } from './useAction'

const authorizationHeaders = (token: string) => ({ Authorization: bearer + token })

export function canUsePasskey(factor: SecondFactor | undefined): boolean {
  return canAddPasskey(factor) && (factor?.passkeys?.count ?? 0) > 0
}

export function canAddPasskey(factor: SecondFactor | undefined): boolean {
  return hasPasskeys() && factor?.passkeys?.origin === window.location.origin
}

/** Reads the second factor. The token may be of an incomplete sign-in. */
export function secondFactorOf(token: string): Promise<SecondFactor> {
  return unwrap(publicApi.GET('/auth/second-factor', { headers: authorizationHeaders(token) }))
}

export function useSignInWithPasskey(token: string, onSignIn: (signIn: SignIn) => void) {
  return useAction(
    async () => {
      const body = await signChallenge(token)
      onSignIn(
        await unwrap(
          publicApi.POST('/auth/second-factor/passkey', { body, headers: authorizationHeaders(token) }),
        ),
      )
    },
    { staysBusy: true },
  )
}

export function useConfirmByPasskey(token: () => string, onConfirmed: (signIn: SignIn) => void) {
  return useAction(async () => {
    const current = token()
    const body = await signChallenge(current)
    onConfirmed(
      await unwrap(publicApi.POST('/auth/recent/passkey', { body, headers: authorizationHeaders(current) })),
    )
  })
}

async function signChallenge(token: string): Promise<SignedChallenge> {
  const call = publicApi.POST('/auth/second-factor/passkeys/assertion', {
    headers: authorizationHeaders(token),
  })
  return inWords(signWithPasskey(await unwrap(call)))
}

export type BeginRegistration = () => Promise<CreationOptions>

export function beginPasskey(token: string): Promise<CreationOptions> {
  return unwrap(
    publicApi.POST('/auth/second-factor/passkeys/registration', { headers: authorizationHeaders(token) }),
  )
}

export function useAddPasskey(
  begin: BeginRegistration,
  token: () => string,
  onAdded: (enrolledFactor: EnrolledFactor) => void,
) {
  return useAction(async (name: string) => {
    const createdPasskey = await inWords(createPasskey(await begin()))
    const call = publicApi.POST('/auth/second-factor/passkeys', {
      body: { name, ...createdPasskey },
      headers: authorizationHeaders(token()),
    })
    onAdded(await unwrap(call))
  })
}

/**
 * Replaces the browser's error by an explanation. Browsers report the same error for a cancelled request and
 * for a missing passkey.
 */
async function inWords<Result>(promise: Promise<Result>): Promise<Result> {
  try {
    return await promise
  } catch (error) {
    const name = error instanceof DOMException ? error.name : ''
    throw new Error(texts[name as keyof typeof texts] ?? texts.other, { cause: error })
  }
}
