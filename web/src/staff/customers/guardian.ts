import type { Guardian } from '@/card/guardian/GuardianFields'
import { isMinor } from '@/lib/minors'
import { texts } from './texts'

/** What is wrong with a form, by field. */
export type FieldErrors = Partial<Record<string, string>>

/** Whether a guardian has to consent: the birth date says so, or the server has, by the day of the business. */
export function needsGuardian(birthday: string | null, errors: FieldErrors): boolean {
  return isMinor(birthday) || Boolean(errors.guardianName || errors.guardianConsent)
}

/** What is missing of a minor's guardian. */
export function guardianErrors({ guardianName, guardianConsent }: Guardian): FieldErrors {
  const { missing } = texts.guardian
  return {
    ...(!guardianName.trim() && { guardianName: missing.name }),
    ...(!guardianConsent && { guardianConsent: missing.consent }),
  }
}
