import { isUnsupported } from '@/api/firstSupported'
import { errorText } from '@/lib/errors'
import { passwordTexts as texts } from './passwordTexts'

/** Why one's password was not changed. */
export function describePasswordFailure(error: unknown): string {
  return isUnsupported(error) ? texts.notOffered : errorText(error, texts.failed)
}
