import { createHash, createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { hmacSha256, sha256 } from './sha256'

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

// Examples from FIPS 180-4.
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('hashes %j', (text, digest) => {
  expect(hex(sha256(new TextEncoder().encode(text)))).toBe(digest)
})

test('hashes texts of every length around a block', () => {
  for (let length = 0; length < 200; length++) {
    const text = 'ñ'.repeat(length)
    expect(hex(sha256(new TextEncoder().encode(text)))).toBe(createHash('sha256').update(text).digest('hex'))
  }
})

test.each([1, 32, 64, 65, 100])('signs with a key of %d bytes', (length) => {
  const key = Uint8Array.from({ length }, (_, i) => 251 - i)
  expect(hex(hmacSha256(key, 'qué tal'))).toBe(createHmac('sha256', key).update('qué tal').digest('hex'))
})
