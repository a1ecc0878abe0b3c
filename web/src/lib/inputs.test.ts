import { expect, test } from 'vitest'
import { phoneFault } from '@/card/PhoneField'
import { inputs } from '@/test/inputs'
import { formatPhone, joinPhone, phoneFromInput, splitPhone } from './phone'

/** Input letter by letter, as the field shows it, or pasted at once. */
const boxes = [
  (input: string, prefix: string) => phoneFromInput(input, prefix),
  (input: string, prefix: string) =>
    [...input].reduce((box, letter) => phoneFromInput(box.number + letter, box.prefix), {
      prefix,
      number: '',
    }),
]

// Spec: validation-7, validation-8, limits-9
test.each(inputs.phones)(
  'the phone $typed beside the prefix $prefix is read or refused as the server does',
  ({ prefix = '+34', typed, phone, shown, refused }) => {
    for (const fill of boxes) {
      const box = fill(typed, prefix)
      if (phone) {
        expect(phoneFault(box)).toBeUndefined()
        expect(joinPhone(box)).toBe(phone)
        expect(formatPhone(phone)).toBe(shown)
        expect(joinPhone(splitPhone(phone))).toBe(phone)
      } else if (isKnownHere(refused)) {
        expect(phoneFault(box)).toBe(refused)
      } else if (typed.startsWith('+999')) {
        // Forms do not know which prefixes no country has. They send the phone, and the server refuses it.
        expect(phoneFault(box)).toBeUndefined()
        expect(joinPhone(box)).toBe('+999612345678')
      } else {
        expect(phoneFault(box)).toMatch(/^No es un teléfono\. Escríbelo con su prefijo/)
      }
    }
  },
)

/** False for a prefix that forms do not offer: only the server knows those. */
const isKnownHere = (reason = '') => /\(|solo lleva|largo/.test(reason)
