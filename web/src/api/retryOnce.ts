import { isApiError, isOutcomeUnknown } from './error'

/**
 * Retries once if there was no response. If the retry fails with `alreadyDoneCode`, the first attempt had
 * succeeded, and the result is null.
 */
export async function retryOnce<Answer>(call: () => Promise<Answer>): Promise<Answer>
export async function retryOnce<Answer>(
  call: () => Promise<Answer>,
  alreadyDoneCode: string,
): Promise<Answer | null>
export async function retryOnce<Answer>(
  call: () => Promise<Answer>,
  alreadyDoneCode?: string,
): Promise<Answer | null> {
  try {
    return await call()
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
  }
  try {
    return await call()
  } catch (error) {
    if (alreadyDoneCode !== undefined && isApiError(error, alreadyDoneCode)) return null
    throw error
  }
}
