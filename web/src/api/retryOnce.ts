import { isApiError, isOutcomeUnknown } from './error'

/**
 * Retries once without a response. `alreadyDoneCode`: the first attempt had succeeded; the result is then
 * null.
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
