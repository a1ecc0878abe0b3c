import { isNotOffered } from '@/api/inOrder'
import { errorText } from '@/lib/errors'
import { passwordTexts as texts } from './passwordTexts'

/** Why one's password was not changed. */
export function passwordFailure(error: unknown): string {
  return isNotOffered(error) ? texts.notOffered : errorText(error, texts.failed)
}
