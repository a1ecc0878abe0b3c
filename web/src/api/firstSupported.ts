import { ApiError } from './error'

/**
 * Tries calls until the server supports one. Any other error ends the search. Throws the first error when
 * none is supported.
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
    return firstSupported([next, ...rest]).catch((laterError: unknown) => {
      throw isUnsupported(laterError) ? error : laterError
    })
  }
}

export function isUnsupported(error: unknown): error is ApiError {
  if (!(error instanceof ApiError)) return false
  if (error.status === 404) return error.code === 'NOT_FOUND' || error.code === 'HTTP_404'
  return error.status === 405 || error.status === 501
}
