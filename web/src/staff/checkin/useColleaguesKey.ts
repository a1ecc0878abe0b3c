import { useSignedIn } from '@/api'

/** Where the device stores the staff that the counter offers. */
export function useColleaguesKey(): string {
  return `axioma.colleagues ${useSignedIn().businessId}`
}
