import { isUnsupported } from '@/api/firstSupported'
import { errorText } from '@/lib/errors'
import { passwordTexts as texts } from './passwordTexts'

export function describePasswordFailure(error: unknown): string {
  return isUnsupported(error) ? texts.notOffered : errorText(error, texts.failed)
}
