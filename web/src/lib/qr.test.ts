import { describe, expect, test } from 'vitest'
import { codeFromScan, customerIdFromScan } from './qr'

const id = 'a7k2m9x4q1w8e5r3t6y0uiopzx'

describe('customerIdFromScan', () => {
  // Spec: entities-17, validation-23, validation-24
  test.each([
    ['our own picture', `{"type":"AXIOMA_CUSTOMER","customerId":"${id}","businessId":"demobarberia"}`],
    [
      'our own picture, signed',
      `{"type":"AXIOMA_CUSTOMER","customerId":"${id}","businessId":"demo","signature":"aB-c_D9"}`,
    ],
    ['JSON with cid', `{"cid":"${id}"}`],
    ['JSON with all three', `{"id":"of-the-picture","cid":"of-the-counter","customerId":"${id}"}`],
    ['JSON with cid and id', `{"id":"of-the-picture","cid":"${id}"}`],
    ['JSON with id', `  {"id":"${id}"}\n`],
    ['a link to the picture', `https://example.test/api/public/customers/${id}/qr.png?download=1`],
    ['a link with cid', `https://example.test/qr?bid=x&cid=${id}`],
    ['a link with customerId', `https://example.test/qr?customerId=${id}#top`],
    ['the id alone', id],
  ])('reads %s', (_name, scannedText) => {
    expect(customerIdFromScan(scannedText)).toBe(id)
  })

  // Spec: validation-25
  test('reads ids with underscores and dashes', () => {
    expect(customerIdFromScan('?cid=ab_cd-ef_gh')).toBe('ab_cd-ef_gh')
    expect(customerIdFromScan('?customerId=ab_cd-ef_gh')).toBe('ab_cd-ef_gh')
    expect(customerIdFromScan('/public/customers/ab_cd-ef_gh/qr')).toBe('ab_cd-ef_gh')
    expect(customerIdFromScan('ab_cd-ef_gh')).toBe('ab_cd-ef_gh')
  })

  test.each([
    ['Spanish signs', `¨*type*Ñ*AXIOMA?CUSTOMER*,*customerId*Ñ*${id}*,*businessId*Ñ*demobarberia**`],
    [
      'a dead key on the first vowel',
      `^¨type¨Ñ¨AXIOMA?CUSTOMER¨,¨customerId¨Ñ¨ä${id.slice(1)}¨,¨businessId¨Ñ¨demo¨*`,
    ],
    [
      'a signature',
      `¨*type*Ñ*AXIOMA?CUSTOMER*,*customerId*Ñ*${id}*,*businessId*Ñ*demo*,*signature*Ñ*aB'c?D9**`,
    ],
    ['a signature with caps lock', `{"CUSTOMERiD":"${id.toUpperCase()}","SIGNATURE":"Ab'C?d9"}`],
    ['signs lost altogether', `type AXIOMA CUSTOMER customerId ${id} businessId demobarberia`],
    ['caps lock', `{"TYPE":"axioma_customer","CUSTOMERiD":"${id.toUpperCase()}"`],
  ])('reads a QR from a scanner with the wrong keyboard layout or caps lock: %s', (_name, scannedText) => {
    expect(customerIdFromScan(scannedText)).toBe(id)
  })

  // Spec: validation-26
  test.each([
    ['nothing', ''],
    ['a short word', 'hola'],
    ['a sentence', 'esto no es un código'],
    ['JSON without an id', '{"type":"AXIOMA_CUSTOMER","businessId":"demobarberia"}'],
    ['JSON with a number', '{"customerId":12345}'],
    ['an empty object', '{}'],
    ['another link', 'https://example.test/menu'],
    ['a phone', '+34 612 345 678'],
  ])('refuses %s', (_name, scannedText) => {
    expect(customerIdFromScan(scannedText)).toBeNull()
  })
})

test('returns the business and the signature of a QR that has them', () => {
  const content = { customerId: id, businessId: 'demo', signature: 'aB-c_D9' }
  expect(codeFromScan(JSON.stringify({ type: 'AXIOMA_CUSTOMER', ...content }))).toEqual(content)
  expect(codeFromScan(id)).toEqual({ customerId: id })
  expect(codeFromScan(`{"customerId":"${id}","businessId":7}`)).toEqual({ customerId: id })
  expect(codeFromScan('hola')).toBeNull()
})

/** Pseudo-random numbers (a linear congruential generator); a seed always gives the same. */
function random(seed: number) {
  let state = seed
  return (limit: number) => {
    state = (state * 1664525 + 1013904223) % 2 ** 32
    return Math.floor((state / 2 ** 32) * limit)
  }
}

test('reads nothing but ids from 5,000 damaged QRs', () => {
  const randomBelow = random(7)
  const seeds = [
    `{"type":"AXIOMA_CUSTOMER","customerId":"${id}"}`,
    `https://x.test/qr?cid=${id}`,
    `¨customerId¨Ñ¨${id}¨`,
    id,
  ]
  const pieces = [
    '"',
    '{',
    '}',
    '/',
    '\\',
    '../',
    '%00',
    '\u0000',
    '?cid=',
    'customerId',
    '<script>',
    'ä',
    '🪒',
    '__proto__',
    '\n',
  ]
  for (let round = 0; round < 5000; round += 1) {
    let code = seeds[randomBelow(seeds.length)] ?? ''
    for (let change = randomBelow(4); change >= 0; change -= 1) {
      const at = randomBelow(code.length + 1)
      code = code.slice(0, at) + (pieces[randomBelow(pieces.length)] ?? '') + code.slice(at + randomBelow(3))
    }
    const read = codeFromScan(code)
    if (read) expect(read.customerId, code).toMatch(/^[A-Za-z0-9_-]+$/)
  }
})
