import type { Middleware } from 'openapi-fetch'
import { isOfABusiness } from './client'
import { type ApiError, errorOfEarlierIdentity, errorWithoutResponse } from './error'

/**
 * Drops every answer and failure of a request that was sent for an earlier identity: the person and the business of the
 * session. The screens by then show another business, or another person is signed in: the answer must neither enter the
 * cache nor be sent again from there.
 */
export function answersOfThisIdentity(identity: () => string): Middleware {
  const senders = new Map<string, string>()
  const hasChanged = (id: string) => {
    const isOfIdentity = senders.has(id)
    const sender = senders.get(id)
    senders.delete(id)
    return isOfIdentity && sender !== identity()
  }
  return {
    onRequest({ id, schemaPath }) {
      if (isOfABusiness(schemaPath)) senders.set(id, identity())
    },
    async onResponse({ id, response, options }) {
      // The identity may change while the body arrives.
      const whole = options.parseAs === 'json' ? await inFull(response) : response
      if (hasChanged(id)) throw errorOfEarlierIdentity()
      if (whole instanceof Response) return whole
      throw whole
    },
    onError({ id }) {
      return hasChanged(id) ? errorOfEarlierIdentity() : undefined
    },
  }
}

/** The response with its body read to the end, or the error that cut it off. */
async function inFull(response: Response): Promise<Response | ApiError> {
  if (response.body === null) return response
  try {
    return new Response(await response.text(), response)
  } catch (error) {
    return errorWithoutResponse(error)
  }
}
