import { isUnanswered } from '@/lib/errors'
import { staffTexts } from './staffTexts'

/** Returns the title of a failed act. Without a response, it says that the act may be done. */
export function failureTitle<Title>(error: unknown, title: Title): Title | string {
  return isUnanswered(error) ? staffTexts.unanswered.title : title
}
