import { ApiError } from './error'

/**
 * Makes the calls in order until one succeeds: servers offer one act under different paths. An answer about
 * the act itself ends the search and is thrown; when no call is offered the error of the first is, the usual one.
 */
export async function firstSupported<Result>(
  calls: readonly [() => Promise<Result>, ...(() => Promise<Result>)[]],
): Promise<Result> {
  const [call, ...others] = calls
  try {
    return await call()
  } catch (error) {
    const [next, ...rest] = others
    if (!next || !isUnsupported(error)) throw error
    return firstSupported([next, ...rest]).catch((later: unknown) => {
      throw isUnsupported(later) ? error : later
    })
  }
}

/** Whether the error says that there is no such call, rather than why it was not carried out. */
export function isUnsupported(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  if (error.status === 404) return error.code === 'NOT_FOUND' || error.code === 'HTTP_404'
  return error.status === 405 || error.status === 501
}
