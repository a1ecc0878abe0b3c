import { describe, expect, test } from 'vitest'
import { publicBusiness as business } from '@/test/examples'
import {
  type Draft,
  emptyDraft,
  fixedRegistrationOf,
  missingFields,
  readRegistration,
  registrationOf,
  validateDraft,
  withFormFields,
} from './form'

const filledDraft: Draft = {
  ...emptyDraft,
  name: 'Ana',
  phone: { prefix: '+34', number: '612345678' },
  privacy: true,
}

const valid = { typeMismatch: false, badInput: false, rangeOverflow: false, rangeUnderflow: false }
const validity = (email: object = {}, birthday: object = {}) => ({
  email: { ...valid, ...email } as ValidityState,
  birthday: { ...valid, ...birthday } as ValidityState,
})

const missingIn = (...form: Parameters<typeof missingFields>) =>
  missingFields(...form).map(({ words }) => words)

describe('missingFields', () => {
  // Spec: validation-5
  test('returns name, phone and privacy for an untouched form', () => {
    expect(missingFields(emptyDraft, false)).toHaveLength(3)
  })

  // Spec: validation-5
  test.each<[string, Partial<Draft>]>([
    ['tu nombre', { name: '  ' }],
    ['tu teléfono', { phone: { prefix: '+34', number: ' + ' } }],
    ['aceptar la política de privacidad', { privacy: false }],
  ])('returns %s', (name, change) => {
    expect(missingIn({ ...filledDraft, ...change }, false)).toEqual([name])
  })

  test('returns nothing with these three fields', () => {
    expect(missingFields(filledDraft, false)).toEqual([])
  })
})

describe('validateDraft', () => {
  test.each(['612345678', '612 34 56 78', '34612345678', '+34 612345678', '+212612345678', '911234567'])(
    'accepts the phone %s',
    (number) => {
      expect(validateDraft({ ...filledDraft, phone: { prefix: '+34', number } }, validity())).toEqual({})
    },
  )

  test.each(['61234567', '6123456789', '12345', '112345678'])('refuses the phone %s', (number) => {
    const phone = { prefix: '+34', number }
    expect(validateDraft({ ...filledDraft, phone }, validity()).phone).toMatch(/prefijo \+34 \(España\)/)
  })

  // Spec: registration-3, validation-31
  test("uses the browser's validation of e-mail and date", () => {
    expect(validateDraft(filledDraft, validity({ typeMismatch: true })).email).toMatch(/correo/)
    expect(validateDraft(filledDraft, validity({}, { badInput: true })).birthday).toMatch(/Completa/)
    expect(validateDraft(filledDraft, validity({}, { rangeOverflow: true })).birthday).toMatch(/fecha/)
    expect(validateDraft(filledDraft, validity({}, { rangeUnderflow: true })).birthday).toMatch(/fecha/)
  })
})

// Spec: entities-8, validation-6
test('values are trimmed and normalized, and empty ones become null', () => {
  const draft = { ...filledDraft, name: ' Ana Ruiz ', email: '  ', sms: true, promotions: false }
  expect(registrationOf(draft, business, false)).toEqual({
    businessId: 'b1',
    name: 'Ana Ruiz',
    phone: '+34612345678',
    email: null,
    birthday: null,
    whatsappOptIn: true,
    emailOptIn: true,
    smsOptIn: true,
    acceptedPrivacy: true,
    acceptedPromotions: false,
  })
})

// Spec: portal-3
test('the form of the fixed business omits empty fields', () => {
  const registration = fixedRegistrationOf(filledDraft, business, false)
  for (const field of ['email', 'birthday']) expect(registration).not.toHaveProperty(field)
  const optionalFields = { email: 'ana@x.es', birthday: '1990-05-03' }
  expect(fixedRegistrationOf({ ...filledDraft, ...optionalFields }, business, false)).toMatchObject(
    optionalFields,
  )
})

// Spec: entities-8
test.each([
  ['whatsapp', 'whatsappOptIn'],
  ['byEmail', 'emailOptIn'],
  ['sms', 'smsOptIn'],
  ['privacy', 'acceptedPrivacy'],
  ['promotions', 'acceptedPromotions'],
] as const)('the checkbox %s sets %s only', (box, field) => {
  const none = {
    ...filledDraft,
    whatsapp: false,
    byEmail: false,
    sms: false,
    privacy: false,
    promotions: false,
  }
  const registration = registrationOf({ ...none, [box]: true }, business, false)
  expect(Object.entries(registration).filter(([, value]) => value === true)).toEqual([[field, true]])
})

test('a minor needs a guardian and accepts no promotions', () => {
  const minor = { ...filledDraft, birthday: '2020-01-01' }
  expect(missingIn(minor, true)).toEqual(['el nombre de tu madre, padre o tutor', 'su consentimiento'])
  const minorWithGuardian = { ...minor, guardianName: ' Eva ', guardianConsent: true }
  expect(missingFields(minorWithGuardian, true)).toEqual([])
  expect(registrationOf(minorWithGuardian, business, true)).toMatchObject({
    guardianName: 'Eva',
    guardianConsent: true,
    acceptedPromotions: false,
  })
  expect(fixedRegistrationOf(minorWithGuardian, business, true)).not.toHaveProperty('acceptedPromotions')
  expect(registrationOf(minorWithGuardian, business, false)).not.toHaveProperty('guardianName')
})

test('withFormFields reads the fields of the page', () => {
  const sentFields = {
    name: 'Ana',
    phonePrefix: '+351',
    phone: '912 345 678',
    privacy: 'on',
    whatsapp: '',
    guardianName: 'Eva',
  }
  expect(withFormFields(emptyDraft, sentFields)).toEqual({
    ...emptyDraft,
    name: 'Ana',
    phone: { prefix: '+351', number: '912 345 678' },
    privacy: true,
    whatsapp: false,
    guardianName: 'Eva',
  })
  expect(withFormFields(emptyDraft, {})).toEqual(emptyDraft)
})

describe('a form sent without a script', () => {
  const sentFields = {
    name: ' Ana ',
    phonePrefix: '+44',
    phone: '07911 123456',
    privacy: 'on',
    byEmail: 'on',
    email: '',
  }

  test('sends the same registration as one with a script', () => {
    expect(readRegistration({ business, fields: sentFields })).toEqual({
      body: {
        businessId: 'b1',
        name: 'Ana',
        phone: '+447911123456',
        email: null,
        birthday: null,
        whatsappOptIn: false,
        emailOptIn: true,
        smsOptIn: false,
        acceptedPrivacy: true,
        acceptedPromotions: false,
      },
      problems: [],
    })
  })

  test('includes the guardian of a minor', () => {
    const minor = {
      ...sentFields,
      birthday: '2024-01-01',
      promotions: 'on',
      guardianName: 'Eva',
      guardianConsent: 'on',
    }
    expect(readRegistration({ business, fields: minor }).body).toMatchObject({
      acceptedPromotions: false,
      guardianName: 'Eva',
      guardianConsent: true,
    })
  })

  test('reports an invalid phone', () => {
    const { problems } = readRegistration({ business, fields: { ...sentFields, phone: '12 ext B' } })
    expect(problems.map(({ field }) => field)).toEqual(['phone'])
  })
})
