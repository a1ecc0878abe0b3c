import { bearer, type SendRequest } from './client'
import { errorFromResponse } from './error'
import { recentAuthenticationCode } from './identityConfirmation'

/** Repeats a refused call after the user has authenticated again. confirmIdentity returns the new token, or null. */
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
      const repeatedRequest = copy()
      repeatedRequest.headers.set('Authorization', bearer + token)
      return send(repeatedRequest)
    }
}

/** Returns a function that copies the request. Reads the body first, because a clone's body would be a stream. */
async function copyable(request: Request): Promise<() => Request> {
  const body = await request.text()
  return () => (body ? new Request(request, { body }) : request.clone())
}

/** True for a file upload, which is not copied, because it is large. */
function sendsFile(request: Request): boolean {
  return (request.headers.get('Content-Type') ?? '').startsWith('application/octet-stream')
}
