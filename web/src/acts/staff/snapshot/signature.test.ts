import { expect, test } from 'vitest'
import { verifySignature } from './signature'

const qrKey = 'BESCESLKlUyLJgRDv5G6QQFTHpVoTNtAH2Z__civzwa-Lx5YbtMeWi0TJdKX-8wB9UBysa3Tw_17C9sJM5g2Lis'
const signature = 'HpXcbDQb98smqBFYVUJIyWdbGC2u1_947SRt5j0JlRdko3THkTSpLbm_fmVNF8VYaq9HNPTv5K_4oeaWlCuFxg'
const businessId = 'demobarberia'
const code = { customerId: 'a7k2m9x4q1w8e5r3t6y0uiopzx', businessId, signature }

test('a QR signed by the business is recognized', async () => {
  expect(await verifySignature(code, businessId, qrKey)).toBe('signed')
})

test.each([
  ['of another customer', { ...code, customerId: 'b7k2m9x4q1w8e5r3t6y0uiopzx' }],
  ['that was changed', { ...code, signature: signature.replace('H', 'I') }],
  ['of another business', { ...code, businessId: 'other' }],
])('a signature %s is recognized as foreign', async (_name, code) => {
  expect(await verifySignature(code, businessId, qrKey)).toBe('foreign')
})

test.each([
  ['an older QR without a signature', { customerId: code.customerId, businessId }, qrKey],
  ['a signature that cannot be read', { ...code, signature: '*' }, qrKey],
  ['a device that does not know the key yet', code, ''],
])('%s: the QR counts as unsigned', async (_name, code, key) => {
  expect(await verifySignature(code, businessId, key)).toBe('unsigned')
})
