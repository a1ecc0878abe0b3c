import type { Guardian } from '@/card/guardian/GuardianFields'
import { isMinor } from '@/lib/minors'
import { texts } from './texts'

export type FieldErrors = Partial<Record<string, string>>

/** True if the birth date is a minor's, or the server asked for a guardian. */
export function needsGuardian(birthday: string | null, errors: FieldErrors): boolean {
  return isMinor(birthday) || Boolean(errors.guardianName || errors.guardianConsent)
}

export function guardianErrors({ guardianName, guardianConsent }: Guardian): FieldErrors {
  const { missing } = texts.guardian
  return {
    ...(!guardianName.trim() && { guardianName: missing.name }),
    ...(!guardianConsent && { guardianConsent: missing.consent }),
  }
}
