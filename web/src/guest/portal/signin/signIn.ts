import type { CodeRequest, CodeWay } from '@/acts/guest/portalSignIn'
import { readCachedCard } from '@/api/cardCache'
import { ApiError, isApiError } from '@/api/error'
import type { PageData } from '@/api/pageData'
import { phoneFault } from '@/card/PhoneField'
import { errorText } from '@/lib/errors'
import { digitsOf, emptyPhone, isE164, joinPhone, type PhoneParts, splitPhone } from '@/lib/phone'
import { codeRequestKey, type SignInInput } from '@/lib/signInStorage'
import { readStored } from '@/lib/storage'
import { sayWait } from '@/lib/waits'
import { texts } from '../texts'

/** Nothing has been typed yet. */
export const emptyInput: SignInInput = { phone: emptyPhone, birthday: '' }

/** What was typed after what stands in the fields of the page, by their names. */
export function withFormFields(
  { phone, birthday }: SignInInput,
  fields: Readonly<Record<string, string>>,
): SignInInput {
  return {
    phone: { prefix: fields.phonePrefix ?? phone.prefix, number: fields.phone ?? phone.number },
    birthday: fields.birthday ?? birthday,
  }
}

const codeLength = 6
const codeLifetime = 10 * 60 * 1000

/** The code of this business that was asked for in this tab and may still be on its way; null when there is none. */
export function readCodeRequest(businessId: string | null): CodeRequest | null {
  const request = readStored(codeRequestKey, 'tab') as Partial<CodeRequest> | null
  if (!request?.phone || request.businessId !== businessId) return null
  return typeof request.at === 'number' && Date.now() - request.at < codeLifetime
    ? {
        phone: request.phone,
        birthday: request.birthday ?? '',
        businessId,
        way: request.way ?? 'whatsapp',
        at: request.at,
        asker: request.asker,
      }
    : null
}

/** The phone of a person who has asked for a code, or is signed in, at another business on this device. */
export function phoneFromOtherBusiness(): PhoneParts | null {
  const request = readStored(codeRequestKey, 'tab') as Partial<CodeRequest> | null
  if (request?.phone) return request.phone
  const phone = readCachedCard()?.own.phone
  return phone && isE164(phone) ? splitPhone(phone) : null
}

/** The code that was asked for before a script was there; null where the page did not come of that. */
export function codeRequestFromPage(page: PageData | null, businessId: string | null): CodeRequest | null {
  if (!page?.asked) return null
  const { fields = {} } = page
  return { ...withFormFields(emptyInput, fields), businessId, way: wayIn(fields), at: Date.now() }
}

/** Whether a button beside a code has sent the form of a page: for another code. */
export function isResend({ way, sentBy }: Readonly<Record<string, string>>): boolean {
  return way !== undefined && sentBy !== undefined
}

/** The way of the button that has sent a form without a script; beside the code, that in which it came. */
function wayIn({ way, sentBy }: Readonly<Record<string, string>>): CodeWay {
  return (way ?? sentBy) === 'email' ? 'email' : 'whatsapp'
}

/** What is wrong with what was typed, by field; whether the birthday is asked for. */
export function validateInput({ phone, birthday }: SignInInput, withBirthday: boolean) {
  return {
    phone: digitsOf(phone.number) ? phoneFault(phone) : texts.signIn.phoneMissing,
    birthday: withBirthday && !birthday ? texts.signIn.birthdayMissing : undefined,
  }
}

/** Whether a code is complete; else what to say. */
export function validateCode(code: string): string | undefined {
  return digitsOf(code).length === codeLength ? undefined : texts.signIn.codeWrong
}

/** What the server makes of a step that no script has sent, and what is wrong with it. */
export function readSignIn({ fields = {} }: PageData) {
  const typed = withFormFields(emptyInput, fields)
  const { code } = fields
  const found =
    code === undefined ? validateInput(typed, fields.birthday !== undefined) : { code: validateCode(code) }
  return {
    body: {
      phone: joinPhone(typed.phone),
      birthday: typed.birthday || null,
      code: digitsOf(code ?? ''),
      way: wayIn(fields),
    },
    problems: Object.entries(found).flatMap(([field, message]) => (message ? [{ field, message }] : [])),
  }
}

/** Whether a refusal asks for the birthday on file, for the first time or again. */
export const asksBirthday = (code: string | undefined): boolean =>
  code === 'BIRTHDAY_ASKED' || code === 'BIRTHDAY_REFUSED'

/** What is told of a step that did not succeed. */
export interface Refusal {
  title: string
  detail: string
  /** What is wrong with each field, by its name. */
  fields: Readonly<Record<string, string>>
  /** The code of the error, if the server gave one. */
  code?: string
}

/** Tells why a step did not succeed and what to do. */
export function describeRefusal(error: unknown, title: string): Refusal {
  if (isApiError(error) && error.status === 429) {
    return { title: texts.signIn.tooMany, detail: texts.signIn.wait(sayWait(error.retryAfter)), fields: {} }
  }
  if (!(error instanceof ApiError)) return { title, detail: errorText(error), fields: {} }
  return { title, detail: errorText(error), fields: error.fieldErrors, code: error.code }
}
