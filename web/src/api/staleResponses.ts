import type { Middleware } from 'openapi-fetch'
import { actsOnBusiness } from './client'
import { type ApiError, noResponseError, staleIdentityError } from './error'

/**
 * Drops every answer and failure of a request that was sent for an earlier identity: the person and the business of the
 * session. The screens by then show another business, or another person is signed in: the answer must neither enter the
 * cache nor be sent again from there.
 */
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
      // The identity may change while the body arrives.
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

/** The response with its body read to the end, or the error that cut it off. */
async function readWhole(response: Response): Promise<Response | ApiError> {
  if (response.body === null) return response
  try {
    return new Response(await response.text(), response)
  } catch (error) {
    return noResponseError(error)
  }
}
