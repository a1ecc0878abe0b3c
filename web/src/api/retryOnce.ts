import { isOutcomeUnknown } from './error'

/** Retries once if the outcome is unknown. */
export async function retryOnce<Answer>(call: () => Promise<Answer>): Promise<Answer> {
  try {
    return await call()
  } catch (error) {
    if (!isOutcomeUnknown(error)) throw error
    return await call()
  }
}
