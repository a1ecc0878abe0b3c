import { expect, test } from 'vitest'
import { looksLikeTaxId } from './taxId'

test.each([
  '12345678Z',
  '12.345.678-z',
  '00000000T',
  'X1234567L',
  'Y1234567X',
  'A58818501',
  'B83474189',
  'Q2826000H',
])('accepts %s', (id) => expect(looksLikeTaxId(id)).toBe(true))

test.each([
  '',
  '12345678A',
  '1234567Z',
  'X12345678L',
  'X1234567A',
  'A58818502',
  'Q2826000A',
  'I1234567A',
  'DE123456789',
])('refuses %j', (id) => expect(looksLikeTaxId(id)).toBe(false))
