import { vi } from 'vitest'

const bytes = (...values: number[]) => Uint8Array.from(values).buffer

/** Gives the browser passkeys with fixed answers, until `vi.unstubAllGlobals()`. */
export function mockAuthenticator(statics: object = {}) {
  const create = vi.fn<(options: CredentialCreationOptions) => Promise<unknown>>(async () => ({
    id: 'AQID',
    response: {
      clientDataJSON: bytes(251, 255, 191),
      attestationObject: bytes(4),
      getTransports: () => ['internal'],
    },
  }))
  const get = vi.fn<(options: CredentialRequestOptions) => Promise<unknown>>(async () => ({
    id: 'AQID',
    response: {
      clientDataJSON: bytes(5),
      authenticatorData: bytes(6),
      signature: bytes(7),
      userHandle: bytes(8),
    },
  }))
  vi.stubGlobal('PublicKeyCredential', Object.assign(class {}, statics))
  Object.defineProperty(navigator, 'credentials', { configurable: true, value: { create, get } })
  return { create, get }
}

export const creation = {
  challenge: '-_8',
  rp: { id: 'localhost', name: 'Axioma' },
  user: { id: 'dTE', name: 'ana@x.test', displayName: 'Ana' },
  pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
  timeout: 60_000,
  excludeCredentials: [{ type: 'public-key', id: 'AQ' }],
  authenticatorSelection: { residentKey: 'preferred', userVerification: 'required' },
  attestation: 'none',
}

export const request = {
  challenge: '-_8',
  rpId: 'localhost',
  timeout: 60_000,
  allowCredentials: [{ type: 'public-key', id: 'AQID', transports: ['internal'] }],
  userVerification: 'required',
}

/** The fixed answers in base64url. */
export const assertion = {
  id: 'AQID',
  clientDataJSON: 'BQ',
  authenticatorData: 'Bg',
  signature: 'Bw',
  userHandle: 'CA',
}
export const attestation = {
  id: 'AQID',
  clientDataJSON: '-_-_',
  attestationObject: 'BA',
  transports: ['internal'],
}
