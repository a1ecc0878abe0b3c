import { looksLikeId } from './ids'

/** A customer's code, as far as it could be read. */
export interface ScannedCode {
  customerId: string
  businessId?: string
  /** With which the business says that the code is its own. */
  signature?: string
}

/** What a camera or a reader saw, or null when it names no customer. */
export function codeFromScan(scanned: string): ScannedCode | null {
  const customerId = customerIdFromScan(scanned)
  if (customerId === null) return null
  const { businessId, signature } = fieldsIn(scanned.trim())
  return {
    customerId,
    ...(typeof businessId === 'string' && { businessId }),
    ...(typeof signature === 'string' && { signature }),
  }
}

/** The customer's id in what a camera or a reader saw, or null when there is none. */
export function customerIdFromScan(scanned: string): string | null {
  const text = scanned.trim()
  return fromJson(text) ?? fromLink(text) ?? fromQuery(text) ?? fromBareId(text) ?? fromGarbled(text)
}

function fromJson(text: string): string | null {
  const fields = fieldsIn(text)
  const id = fields.customerId ?? fields.cid ?? fields.id
  return typeof id === 'string' && looksLikeId(id) ? id : null
}

/** The fields of a code in JSON; of any other none. */
function fieldsIn(text: string): Record<string, unknown> {
  if (!text.startsWith('{')) return {}
  try {
    return Object(JSON.parse(text))
  } catch {
    return {}
  }
}

function fromLink(text: string): string | null {
  return /\/public\/customers\/([A-Za-z0-9_-]{10,})\/qr/.exec(text)?.[1] ?? null
}

function fromQuery(text: string): string | null {
  return /[?&](?:cid|customerId)=([A-Za-z0-9_-]{10,})(?:[&#]|$)/.exec(text)?.[1] ?? null
}

function fromBareId(text: string): string | null {
  return looksLikeId(text) ? text : null
}

/**
 * A USB reader presses the keys of an American keyboard. On a Spanish one the signs come out as others, a quote
 * becomes a dead key that lands on the vowel after it, and with caps lock on the letters change their case.
 * The name of the field and the id, which is made of letters and digits, can still be told.
 */
function fromGarbled(text: string): string | null {
  const plain = text.replace(/[äëïöüÿáéíóúýâêîôû]/gi, (letter) => letter.normalize('NFD').charAt(0))
  const readable = plain.includes('CUSTOMERiD') ? swapCase(plain) : plain
  return /customerId[^A-Za-z0-9]{1,8}([A-Za-z0-9]{10,})(?![A-Za-z0-9])/.exec(readable)?.[1] ?? null
}

function swapCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
