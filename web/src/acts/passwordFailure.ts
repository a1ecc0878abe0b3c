import { isNotOffered } from '@/api/inOrder'
import { errorText } from '@/lib/errors'
import { userTexts } from './userTexts'

const texts = userTexts.password

/** Why one's password was not changed. */
export function passwordFailure(error: unknown): string {
  return isNotOffered(error) ? texts.notOffered : errorText(error, texts.failed)
}
