import { decodeBase64Url, encodeBase64Url } from './base64url'

/** Fields are base64url, as in WebAuthn level 3. */
export interface SignedChallenge {
  id: string
  clientDataJSON: string
  authenticatorData: string
  signature: string
  userHandle?: string
}

export interface CreatedPasskey {
  id: string
  clientDataJSON: string
  attestationObject: string
  transports: string[]
}

/** PublicKeyCredentialCreationOptionsJSON with plain texts. */
export interface CreationOptions
  extends Omit<PublicKeyCredentialCreationOptionsJSON, 'authenticatorSelection' | 'pubKeyCredParams'> {
  authenticatorSelection: { residentKey: string; userVerification: string }
  pubKeyCredParams: { type: string; alg: number }[]
}

/** Whether the browser has passkeys; false outside a secure context. */
export function hasPasskeys(): boolean {
  return typeof PublicKeyCredential === 'function' && Boolean(navigator.credentials)
}

/** Throws a DOMException if the user or the browser refuses. */
export async function createPasskey(options: CreationOptions): Promise<CreatedPasskey> {
  const credential = await navigator.credentials.create({
    publicKey: creationOptions(options as PublicKeyCredentialCreationOptionsJSON),
  })
  const { id, response } = credential as PublicKeyCredential
  const attestation = response as AuthenticatorAttestationResponse
  return {
    id,
    clientDataJSON: encode(attestation.clientDataJSON),
    attestationObject: encode(attestation.attestationObject),
    transports: attestation.getTransports?.() ?? [],
  }
}

/** Throws a DOMException if the user or the browser refuses. */
export async function signWithPasskey(
  options: PublicKeyCredentialRequestOptionsJSON,
): Promise<SignedChallenge> {
  const credential = await navigator.credentials.get({ publicKey: requestOptions(options) })
  const { id, response } = credential as PublicKeyCredential
  const assertion = response as AuthenticatorAssertionResponse
  return {
    id,
    clientDataJSON: encode(assertion.clientDataJSON),
    authenticatorData: encode(assertion.authenticatorData),
    signature: encode(assertion.signature),
    ...(assertion.userHandle && { userHandle: encode(assertion.userHandle) }),
  }
}

function creationOptions(
  options: PublicKeyCredentialCreationOptionsJSON,
): PublicKeyCredentialCreationOptions {
  const { parseCreationOptionsFromJSON } = PublicKeyCredential as Partial<typeof PublicKeyCredential>
  if (parseCreationOptionsFromJSON) return PublicKeyCredential.parseCreationOptionsFromJSON(options)
  return {
    ...(options as unknown as PublicKeyCredentialCreationOptions),
    challenge: decodeBase64Url(options.challenge),
    user: { ...options.user, id: decodeBase64Url(options.user.id) },
    excludeCredentials: descriptors(options.excludeCredentials),
  }
}

function requestOptions(options: PublicKeyCredentialRequestOptionsJSON): PublicKeyCredentialRequestOptions {
  const { parseRequestOptionsFromJSON } = PublicKeyCredential as Partial<typeof PublicKeyCredential>
  if (parseRequestOptionsFromJSON) return PublicKeyCredential.parseRequestOptionsFromJSON(options)
  return {
    ...(options as unknown as PublicKeyCredentialRequestOptions),
    challenge: decodeBase64Url(options.challenge),
    allowCredentials: descriptors(options.allowCredentials),
  }
}

function descriptors(list: PublicKeyCredentialDescriptorJSON[] = []): PublicKeyCredentialDescriptor[] {
  return list.map((key) => ({
    type: 'public-key',
    id: decodeBase64Url(key.id),
    ...(key.transports && { transports: key.transports as AuthenticatorTransport[] }),
  }))
}

const encode = (buffer: ArrayBuffer) => encodeBase64Url(new Uint8Array(buffer))
