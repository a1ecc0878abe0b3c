import { ApiError } from '@/api/error'
import type { Colleague } from '@/api/types'
import type { ScannedCode } from '@/lib/qr'

export type Subject = { customerId: string } | { phone: string }

export interface VisitRequest {
  subject: Subject
  /** A further visit on one day. */
  authorized?: boolean
  notes?: string
  name?: string
  code?: ScannedCode
  /** The customer's id in this device's snapshot; differs from the id in a scanned QR. */
  recordId?: string
  servedBy?: ServedBy
}

/** Who did the service, if another user than the signed-in one. */
export type ServedBy = Pick<Colleague, 'id' | 'name'>

/** A visit that waits for the server's response, or was refused and waits for a user. */
export interface WaitingVisit {
  /** A later release migrates older rows and deletes none. */
  schema: 1
  key: string
  businessId: string
  /** With `idHash`, the customer's id is `recordId` or the beginning of the hashed id. */
  subject: Subject
  authorized: boolean
  notes: string
  name: string
  /** The scanned QR. The page that scanned it has it in memory; only an earlier app stored it. */
  code?: ScannedCode
  recordId?: string
  /** True if the hashed id is that of a scanned QR. */
  scanned?: true
  /** The hash of the customer's or the QR's id, which would open the card. */
  idHash?: string
  /** The hash of the scanned QR in a visit of an earlier app, with the key of the snapshot. */
  qrHash?: string
  servedBy?: ServedBy
  /** E-mail of the user who was signed in at the scan. */
  by: string
  /** Milliseconds of this device's clock. */
  scannedAt: number
  /** Null while the visit waits. */
  refusal: Refusal | null
}

export function isWaiting({ refusal }: WaitingVisit): boolean {
  return refusal === null
}

/** The fields of an error that are stored and sent between tabs. */
export type Refusal = Pick<ApiError, 'status' | 'code' | 'message' | 'hint' | 'fieldErrors' | 'wordless'>

export function toRefusal(error: ApiError): Refusal {
  const { status, code, message, hint, fieldErrors, wordless } = error
  return { status, code, message, hint, fieldErrors, wordless }
}

export function toApiError({ message, status, code, fieldErrors, hint, wordless }: Refusal): ApiError {
  return new ApiError(message, status, code, fieldErrors, null, hint, wordless)
}
