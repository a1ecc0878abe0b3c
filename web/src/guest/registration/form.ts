import type { PageData } from '@/api/pageData'
import type { PublicBusiness, Registration } from '@/api/types'
import { birthdayFault } from '@/card/BirthdayField'
import { type Guardian, guardianIn, noGuardian } from '@/card/guardian/GuardianFields'
import { phoneFault } from '@/card/PhoneField'
import { isMinor } from '@/lib/minors'
import { digitsOf, emptyPhone, joinPhone, type PhoneParts } from '@/lib/phone'
import { texts } from './texts'

export interface Draft extends Guardian {
  name: string
  phone: PhoneParts
  email: string
  birthday: string
  whatsapp: boolean
  byEmail: boolean
  sms: boolean
  privacy: boolean
  promotions: boolean
}

/** The initial form. The specification, section 9, fixes the default consents. */
export const emptyDraft: Draft = {
  name: '',
  phone: emptyPhone,
  email: '',
  birthday: '',
  whatsapp: true,
  byEmail: true,
  sms: false,
  privacy: false,
  promotions: true,
  ...noGuardian,
}

/** The base for reading a sent form. No box is ticked, because a sent form omits unticked boxes. */
export const uncheckedDraft: Draft = { ...emptyDraft, whatsapp: false, byEmail: false, promotions: false }

export type FieldName =
  | 'name'
  | 'phone'
  | 'email'
  | 'birthday'
  | 'acceptedPrivacy'
  | 'claimedStamps'
  | keyof Guardian

export type Problems = Partial<Record<FieldName, string>>

export function withFormFields(draft: Draft, fields: Readonly<Record<string, string>>): Draft {
  const text = (name: string, fallback: string) => fields[name] ?? fallback
  const box = (name: string, fallback: boolean) => (name in fields ? fields[name] !== '' : fallback)
  return {
    name: text('name', draft.name),
    phone: { prefix: text('phonePrefix', draft.phone.prefix), number: text('phone', draft.phone.number) },
    email: text('email', draft.email),
    birthday: text('birthday', draft.birthday),
    whatsapp: box('whatsapp', draft.whatsapp),
    byEmail: box('byEmail', draft.byEmail),
    sms: box('sms', draft.sms),
    privacy: box('privacy', draft.privacy),
    promotions: box('promotions', draft.promotions),
    guardianName: text('guardianName', draft.guardianName),
    guardianConsent: box('guardianConsent', draft.guardianConsent),
  }
}

export function missingFields(draft: Draft, withGuardian: boolean) {
  const requiredFields = [
    { field: 'name', given: draft.name.trim(), words: texts.form.missingName },
    { field: 'phone', given: digitsOf(draft.phone.number), words: texts.form.missingPhone },
    { field: 'privacy', given: draft.privacy, words: texts.form.missingPrivacy },
    {
      field: 'guardianName',
      given: !withGuardian || draft.guardianName.trim(),
      words: texts.form.missingGuardian,
    },
    {
      field: 'guardianConsent',
      given: !withGuardian || draft.guardianConsent,
      words: texts.form.missingConsent,
    },
  ]
  return requiredFields.filter(({ given }) => !given)
}

/** Finds errors in the form. The browser validates e-mail and date. */
export function validateDraft(
  draft: Draft,
  inputs: { email: ValidityState; birthday: ValidityState },
): Problems {
  const problems = phoneProblem(draft)
  if (inputs.email.typeMismatch) problems.email = texts.problems.email
  const birthday = birthdayFault(inputs.birthday)
  if (birthday) problems.birthday = birthday
  return problems
}

function phoneProblem({ phone }: Draft): Problems {
  const fault = phoneFault(phone)
  return fault ? { phone: fault } : {}
}

export function readRegistration({ business, fields = {} }: PageData) {
  if (!business) throw new Error('registration needs a business')
  const draft = withFormFields(uncheckedDraft, fields)
  return {
    body: registrationOf(draft, business, isMinor(draft.birthday)),
    problems: Object.entries(phoneProblem(draft)).map(([field, message]) => ({ field, message })),
  }
}

/** A minor gives no consent to promotions. */
export function registrationOf(draft: Draft, business: PublicBusiness, withGuardian: boolean): Registration {
  return {
    businessId: business.id,
    name: draft.name.trim(),
    phone: joinPhone(draft.phone),
    email: draft.email.trim() || null,
    birthday: draft.birthday || null,
    whatsappOptIn: draft.whatsapp,
    emailOptIn: draft.byEmail,
    smsOptIn: draft.sms,
    acceptedPrivacy: draft.privacy,
    acceptedPromotions: draft.promotions && !withGuardian,
    ...guardianIn(draft, withGuardian),
  }
}

export function fixedRegistrationOf(
  draft: Draft,
  business: PublicBusiness,
  withGuardian: boolean,
): Registration {
  const { email, birthday, acceptedPromotions, ...others } = registrationOf(draft, business, withGuardian)
  return { ...others, ...(email && { email }), ...(birthday && { birthday }) }
}
