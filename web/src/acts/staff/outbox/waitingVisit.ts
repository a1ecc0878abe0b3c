import { ApiError } from '@/api/error'
import type { ScannedCode } from '@/lib/qr'

/** Whose visit it is. */
export type Subject = { customerId: string } | { phone: string }

/** What is asked for when a visit is registered. */
export interface VisitRequest {
  subject: Subject
  /** A further visit on one day, which somebody allows. */
  authorized?: boolean
  notes?: string
  /** Whose it is, so far as this device knows. */
  name?: string
  /** The code that was scanned. */
  code?: ScannedCode
}

/** A visit that happened at this device: it waits until the server has answered, and a refused one until a person has settled it. */
export interface WaitingVisit {
  /** The shape of this row. A later app carries older rows over, and drops none. */
  schema: 1
  /** The same for every try to register this one visit. */
  key: string
  businessId: string
  subject: Subject
  authorized: boolean
  notes: string
  name: string
  /** The code that was scanned, which may have to stand for a customer whom this device does not know. */
  code?: ScannedCode
  /** Who was signed in when it happened, by e-mail. */
  by: string
  /** When it happened by this device's clock, in milliseconds. */
  scannedAt: number
  /** Why the server did not take it; null while it waits. */
  refusal: Refusal | null
}

/** Whether a visit has no answer yet. */
export function isWaiting({ refusal }: WaitingVisit): boolean {
  return refusal === null
}

/** A refusal as it is kept, and as it goes from one tab to another. */
export type Refusal = Pick<ApiError, 'status' | 'code' | 'message' | 'hint' | 'fieldErrors' | 'wordless'>

/** What is kept of a refusal. */
export function toRefusal(error: ApiError): Refusal {
  const { status, code, message, hint, fieldErrors, wordless } = error
  return { status, code, message, hint, fieldErrors, wordless }
}

/** The refusal as the app tells it. */
export function toApiError({ message, status, code, fieldErrors, hint, wordless }: Refusal): ApiError {
  return new ApiError(message, status, code, fieldErrors, null, hint, wordless)
}

/** Whether two visits are of one customer, so far as can be told without asking. */
export function isSameSubject(one: Subject, other: Subject): boolean {
  return 'phone' in one
    ? 'phone' in other && one.phone === other.phone
    : 'customerId' in other && one.customerId === other.customerId
}
