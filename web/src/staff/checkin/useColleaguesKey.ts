import { useSignedIn } from '@/api'

/** The storage key of the staff that the counter offers. */
export function useColleaguesKey(): string {
  return `axioma.colleagues ${useSignedIn().businessId}`
}
