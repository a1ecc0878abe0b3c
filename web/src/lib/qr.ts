import { looksLikeId } from './ids'

export interface ScannedCode {
  customerId: string
  businessId?: string
  signature?: string
}

/** Parses a QR's text; null if it names no customer. */
export function codeFromScan(scannedText: string): ScannedCode | null {
  const customerId = customerIdFromScan(scannedText)
  if (customerId === null) return null
  const { businessId, signature } = fieldsIn(scannedText.trim())
  return {
    customerId,
    ...(typeof businessId === 'string' && { businessId }),
    ...(typeof signature === 'string' && { signature }),
  }
}

export function customerIdFromScan(scannedText: string): string | null {
  const text = scannedText.trim()
  return (
    fromJson(text) ?? fromLink(text) ?? fromQuery(text) ?? fromBareId(text) ?? fromWrongKeyboardLayout(text)
  )
}

function fromJson(text: string): string | null {
  const fields = fieldsIn(text)
  const id = fields.customerId ?? fields.cid ?? fields.id
  return typeof id === 'string' && looksLikeId(id) ? id : null
}

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
 * On a Spanish keyboard layout, a USB scanner set to US changes signs, and caps lock changes the case.
 * The field name and the id remain readable.
 */
function fromWrongKeyboardLayout(text: string): string | null {
  const plain = text.replace(/[äëïöüÿáéíóúýâêîôû]/gi, (letter) => letter.normalize('NFD').charAt(0))
  const readable = plain.includes('CUSTOMERiD') ? swapCase(plain) : plain
  return /customerId[^A-Za-z0-9]{1,8}([A-Za-z0-9]{10,})(?![A-Za-z0-9])/.exec(readable)?.[1] ?? null
}

function swapCase(text: string): string {
  return text.replace(/[A-Za-z]/g, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
}
