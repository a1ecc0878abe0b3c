import { isUnsupported } from '@/api/firstSupported'
import { errorText } from '@/lib/errors'
import { passwordTexts as texts } from './passwordTexts'

/** Returns the message for a failed password change. */
export function describePasswordFailure(error: unknown): string {
  return isUnsupported(error) ? texts.notOffered : errorText(error, texts.failed)
}
