/** Returns the error's own message, or `fallback`. */
export function errorText(error: unknown, fallback = defaultText(error)): string {
  return messageOf(error) || fallback
}

/** True without a response of the server: the act may be done. A proxy's own page is no response. */
export function isUnanswered(error: unknown): boolean {
  const { code, wordless } = Object(error)
  return code === 'NETWORK' || code === 'TIMEOUT' || (wordless === true && isFromProxy(error))
}

/** A proxy answers 502 to 504 with its own page while it cannot reach the server. */
function isFromProxy(error: unknown): boolean {
  const status = Number(Object(error).status)
  return status > 501 && status < 505
}

function defaultText(error: unknown): string {
  return isFromProxy(error) ? 'El servidor no responde. Espera un momento.' : 'Error desconocido'
}

export function isShownAtField(error: unknown, fields: readonly string[]): boolean {
  if (typeof error !== 'object' || error === null || !('fieldErrors' in error)) return false
  const ofFields = fieldErrorsOf(error)
  return fields.some((field) => ofFields[field] === fromMessage(error))
}

export function fieldErrorsOf(error: unknown): Readonly<Partial<Record<string, string>>> {
  if (typeof error !== 'object' || error === null || !('fieldErrors' in error)) return {}
  return error.fieldErrors as Record<string, string>
}

function messageOf(error: unknown): string {
  if (typeof error === 'string') return error.trim()
  if (typeof error !== 'object' || error === null) return ''
  if ('wordless' in error && error.wordless === true) return ''
  return fromResponse(error) || fromMessage(error)
}

function fromResponse(error: object): string {
  const response: unknown = 'response' in error ? error.response : null
  if (typeof response !== 'object' || response === null || !('data' in response)) return ''
  const data = response.data
  return typeof data === 'object' && data !== null ? fromMessage(data) : ''
}

function fromMessage(holder: object): string {
  if (!('message' in holder)) return ''
  const { message } = holder
  if (Array.isArray(message)) return message.join(', ')
  return typeof message === 'string' ? message.trim() : ''
}
