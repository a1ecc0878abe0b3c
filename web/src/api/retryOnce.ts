import { isApiError, isOutcomeUnknown } from './error'

/**
 * Makes a call once more when no answer came: what was done all the same must not be told as a failure. `done`
 * is the code with which the server refuses what the first try has carried out; the answer then is null.
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
