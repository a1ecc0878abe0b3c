import { ApiError } from '@/api/error'
import type { ScannedCode } from '@/lib/qr'

export type Subject = { customerId: string } | { phone: string }

export interface VisitRequest {
  subject: Subject
  /** A further visit on one day, authorised by the user. */
  authorized?: boolean
  notes?: string
  /** The customer's name, as far as this device knows it. */
  name?: string
  code?: ScannedCode
  /** The customer's id in this device's snapshot. A scanned QR has another one. */
  recordId?: string
}

/**
 * WaitingVisit is a visit at this device that waits for the server's response, or was refused and waits for a person.
 */
export interface WaitingVisit {
  /** The schema of this row. A later app migrates older rows and drops none. */
  schema: 1
  key: string
  businessId: string
  subject: Subject
  authorized: boolean
  notes: string
  name: string
  /** The scanned QR, which identifies a customer whom this device does not know. */
  code?: ScannedCode
  /** As in VisitRequest; older rows have none. */
  recordId?: string
  /** E-mail of the user who was signed in when it happened. */
  by: string
  /** When it happened by this device's clock, in milliseconds. */
  scannedAt: number
  /** Why the server refused it; null while it waits. */
  refusal: Refusal | null
}

export function isWaiting({ refusal }: WaitingVisit): boolean {
  return refusal === null
}

/** A refusal in the form that is stored and sent between tabs. */
export type Refusal = Pick<ApiError, 'status' | 'code' | 'message' | 'hint' | 'fieldErrors' | 'wordless'>

export function toRefusal(error: ApiError): Refusal {
  const { status, code, message, hint, fieldErrors, wordless } = error
  return { status, code, message, hint, fieldErrors, wordless }
}

export function toApiError({ message, status, code, fieldErrors, hint, wordless }: Refusal): ApiError {
  return new ApiError(message, status, code, fieldErrors, null, hint, wordless)
}

/** isSameCustomer reports whether two visits are of one customer, as far as is known without the server. */
export function isSameCustomer(one: VisitRequest, other: VisitRequest): boolean {
  if ('phone' in one.subject || 'phone' in other.subject)
    return 'phone' in one.subject && 'phone' in other.subject && one.subject.phone === other.subject.phone
  const isSameId = one.subject.customerId === other.subject.customerId
  return isSameId || (one.recordId !== undefined && one.recordId === other.recordId)
}
