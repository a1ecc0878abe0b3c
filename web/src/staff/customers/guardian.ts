import type { Guardian } from '@/card/guardian/GuardianFields'
import { isMinor } from '@/lib/minors'
import { texts } from './texts'

export type FieldErrors = Partial<Record<string, string>>

/** By the birth date, or because the server said so. */
export function needsGuardian(birthday: string | null, errors: FieldErrors): boolean {
  return isMinor(birthday) || Boolean(errors.guardianName || errors.guardianConsent)
}

/** Missing data of a minor's guardian. */
export function guardianErrors({ guardianName, guardianConsent }: Guardian): FieldErrors {
  const { missing } = texts.guardian
  return {
    ...(!guardianName.trim() && { guardianName: missing.name }),
    ...(!guardianConsent && { guardianConsent: missing.consent }),
  }
}
