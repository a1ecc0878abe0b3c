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

export const emptyInput: SignInInput = { phone: emptyPhone, birthday: '' }

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

/** The request for a code; null if this tab has none, or once it has expired. */
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

export function phoneFromOtherBusiness(): PhoneParts | null {
  const request = readStored(codeRequestKey, 'tab') as Partial<CodeRequest> | null
  if (request?.phone) return request.phone
  const phone = readCachedCard()?.own.phone
  return phone && isE164(phone) ? splitPhone(phone) : null
}

/** The request that a form without the script has sent; null without one. */
export function codeRequestFromPage(page: PageData | null, businessId: string | null): CodeRequest | null {
  if (!page?.asked) return null
  const { fields = {} } = page
  return { ...withFormFields(emptyInput, fields), businessId, way: wayIn(fields), at: Date.now() }
}

export function isResend({ way, sentBy }: Readonly<Record<string, string>>): boolean {
  return way !== undefined && sentBy !== undefined
}

/** The channel of the pressed button, or the one by which the code was sent. */
function wayIn({ way, sentBy }: Readonly<Record<string, string>>): CodeWay {
  return (way ?? sentBy) === 'email' ? 'email' : 'whatsapp'
}

export function validateInput({ phone, birthday }: SignInInput, withBirthday: boolean) {
  return {
    phone: digitsOf(phone.number) ? phoneFault(phone) : texts.signIn.phoneMissing,
    birthday: withBirthday && !birthday ? texts.signIn.birthdayMissing : undefined,
  }
}

/** The error text of a code; undefined for six digits. */
export function validateCode(code: string): string | undefined {
  return digitsOf(code).length === codeLength ? undefined : texts.signIn.codeWrong
}

export function readSignIn({ fields = {} }: PageData) {
  const input = withFormFields(emptyInput, fields)
  const { code } = fields
  const problems =
    code === undefined ? validateInput(input, fields.birthday !== undefined) : { code: validateCode(code) }
  return {
    body: {
      phone: joinPhone(input.phone),
      birthday: input.birthday || null,
      code: digitsOf(code ?? ''),
      way: wayIn(fields),
    },
    problems: Object.entries(problems).flatMap(([field, message]) => (message ? [{ field, message }] : [])),
  }
}

/** True if the refusal asks for the customer's birthday. */
export const asksBirthday = (code: string | undefined): boolean =>
  code === 'BIRTHDAY_ASKED' || code === 'BIRTHDAY_REFUSED'

export interface Refusal {
  title: string
  detail: string
  fields: Readonly<Record<string, string>>
  code?: string
}

export function describeRefusal(error: unknown, title: string): Refusal {
  if (isApiError(error) && error.status === 429) {
    return { title: texts.signIn.tooMany, detail: texts.signIn.wait(sayWait(error.retryAfter)), fields: {} }
  }
  if (!(error instanceof ApiError)) return { title, detail: errorText(error), fields: {} }
  return { title, detail: errorText(error), fields: error.fieldErrors, code: error.code }
}
