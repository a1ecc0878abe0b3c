import { bearer, type SendRequest } from './client'
import { errorFromResponse } from './error'
import { recentAuthenticationCode } from './identityConfirmation'

/** Repeats a call once the user has authenticated again. confirmIdentity resolves to the new token, or to null. */
export function confirmedFetch(confirmIdentity: () => Promise<string | null>) {
  return (send: SendRequest): SendRequest =>
    async (request) => {
      if (sendsFile(request)) return send(request)
      const copy = await copyable(request)
      const response = await send(copy())
      if (response.status !== 403) return response
      const { code } = await errorFromResponse(response.clone())
      const token = code === recentAuthenticationCode ? await confirmIdentity() : null
      if (!token) return response
      const repeated = copy()
      repeated.headers.set('Authorization', bearer + token)
      return send(repeated)
    }
}

/** Reads the body first: a clone's body would be a stream of unknown length. */
async function copyable(request: Request): Promise<() => Request> {
  const body = await request.text()
  return () => (body ? new Request(request, { body }) : request.clone())
}

/** File uploads are not copied, because they are large. */
function sendsFile(request: Request): boolean {
  return (request.headers.get('Content-Type') ?? '').startsWith('application/octet-stream')
}
