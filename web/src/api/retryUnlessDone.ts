import { isApiError, isOutcomeUnknown, isRetryable } from './error'

/** Acts whose last attempt may have succeeded. */
const unansweredActs = new Set<string>()

/**
 * Retries once if the outcome is unknown. If a retry fails with `alreadyDoneCode`, an earlier attempt had
 * succeeded, and the result is null. A later call for the same subject, such as a visit, is a retry too.
 */
export async function retryUnlessDone<Answer>(
  call: () => Promise<Answer>,
  alreadyDoneCode: string,
  subjectId: string,
): Promise<Answer | null> {
  const act = `${alreadyDoneCode} ${subjectId}`
  for (let isRetry = false; ; isRetry = true) {
    try {
      const answer = await call()
      unansweredActs.delete(act)
      return answer
    } catch (error) {
      if (!isOutcomeUnknown(error)) {
        // A refusal without a session, for example, does not say what became of an earlier attempt.
        const isAnswered = isApiError(error) && !isRetryable(error)
        const wasUnanswered = isAnswered && unansweredActs.delete(act)
        if (wasUnanswered && isApiError(error, alreadyDoneCode)) return null
        throw error
      }
      unansweredActs.add(act)
      if (isRetry) throw error
    }
  }
}
