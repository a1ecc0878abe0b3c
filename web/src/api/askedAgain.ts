import { isApiError, isUnanswered } from './error'

/**
 * Makes a call once more when no answer came: what was done all the same must not be told as a failure. `done`
 * is the code with which the server refuses what the first try has carried out; the answer then is null.
 */
export async function askedAgain<Answer>(call: () => Promise<Answer>): Promise<Answer>
export async function askedAgain<Answer>(call: () => Promise<Answer>, done: string): Promise<Answer | null>
export async function askedAgain<Answer>(call: () => Promise<Answer>, done?: string): Promise<Answer | null> {
  try {
    return await call()
  } catch (error) {
    if (!isUnanswered(error)) throw error
  }
  try {
    return await call()
  } catch (error) {
    if (done !== undefined && isApiError(error, done)) return null
    throw error
  }
}
