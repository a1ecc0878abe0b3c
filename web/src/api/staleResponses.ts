import type { Middleware } from 'openapi-fetch'
import { actsOnBusiness } from './client'
import { type ApiError, noResponseError, staleIdentityError } from './error'

/** Rejects a response if the identity (user and business) changed after the request: it must not enter the cache. */
export function rejectStaleResponses(identity: () => string): Middleware {
  const senders = new Map<string, string>()
  const hasChanged = (id: string) => {
    const isOfIdentity = senders.has(id)
    const sender = senders.get(id)
    senders.delete(id)
    return isOfIdentity && sender !== identity()
  }
  return {
    onRequest({ id, schemaPath }) {
      if (actsOnBusiness(schemaPath)) senders.set(id, identity())
    },
    async onResponse({ id, response, options }) {
      // The identity may also change while the body arrives.
      const whole = options.parseAs === 'json' ? await readWhole(response) : response
      if (hasChanged(id)) throw staleIdentityError()
      if (whole instanceof Response) return whole
      throw whole
    },
    onError({ id }) {
      return hasChanged(id) ? staleIdentityError() : undefined
    },
  }
}

/** Reads the whole body. Returns an error if the connection breaks. */
async function readWhole(response: Response): Promise<Response | ApiError> {
  if (response.body === null) return response
  try {
    return new Response(await response.text(), response)
  } catch (error) {
    return noResponseError(error)
  }
}
