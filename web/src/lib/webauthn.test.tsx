import { afterEach, expect, test, vi } from 'vitest'
import { assertion, attestation, creation, mockAuthenticator, request } from '@/test/authenticator'
import { createPasskey, hasPasskeys, signWithPasskey } from './webauthn'

afterEach(() => vi.unstubAllGlobals())

test('a browser without passkeys is recognized', () => {
  expect(hasPasskeys()).toBe(false)
  mockAuthenticator()
  expect(hasPasskeys()).toBe(true)
})

test('base64url is decoded and encoded in a browser that cannot do it', async () => {
  const { create, get } = mockAuthenticator()
  expect(await createPasskey(creation)).toEqual(attestation)
  expect(create.mock.calls[0]?.[0].publicKey).toMatchObject({
    challenge: Uint8Array.of(251, 255),
    user: { id: Uint8Array.of(117, 49), name: 'ana@x.test' },
    excludeCredentials: [{ type: 'public-key', id: Uint8Array.of(1) }],
    pubKeyCredParams: creation.pubKeyCredParams,
  })
  expect(await signWithPasskey(request)).toEqual(assertion)
  expect(get.mock.calls[0]?.[0].publicKey).toMatchObject({
    challenge: Uint8Array.of(251, 255),
    rpId: 'localhost',
    allowCredentials: [{ id: Uint8Array.of(1, 2, 3), transports: ['internal'] }],
  })
})

test("the browser's own parser of the options is preferred", async () => {
  const { create, get } = mockAuthenticator({
    parseCreationOptionsFromJSON: () => 'creation',
    parseRequestOptionsFromJSON: () => 'request',
  })
  await createPasskey(creation)
  await signWithPasskey(request)
  expect(create).toHaveBeenCalledExactlyOnceWith({ publicKey: 'creation' })
  expect(get).toHaveBeenCalledExactlyOnceWith({ publicKey: 'request' })
})
