import { isApiError } from './error'

type Call<Data> = () => Promise<Data>

/** Makes the calls in order until the server offers one, for servers that know only some of the paths. */
export async function firstOffered<Data>(first: Call<Data>, ...others: Call<Data>[]): Promise<Data> {
  try {
    return await first()
  } catch (error) {
    const [next, ...rest] = others
    if (!next || !isNotOffered(error)) throw error
    return firstOffered(next, ...rest)
  }
}

/** Whether the answer says that there is no such call, and not that there is no such customer. */
export function isNotOffered(error: unknown): boolean {
  if (!isApiError(error)) return false
  if (error.status === 405 || error.status === 501) return true
  return error.status === 404 && (error.code === 'NOT_FOUND' || error.code === 'HTTP_404')
}
