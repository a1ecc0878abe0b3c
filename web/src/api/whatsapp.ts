import { queryOptions } from '@tanstack/react-query'
import { readStored, removeStored, writeStored } from '@/lib/storage'
import { unwrap } from './client'
import { ApiError } from './error'
import { isUnsupported } from './firstSupported'
import { api, businessKey } from './index'
import { fieldsOf } from './lists'
import { numberIn, textIn } from './parsing'
import { publicApi } from './public'
import type { QrWay } from './types'

const storageKey = 'axioma.whatsapp-path'

const paths = [
  '/customers/wa/status',
  '/wa/status',
  '/whatsapp/status',
  '/integrations/wa/status',
  '/cp/wa/status',
] as const

type Path = (typeof paths)[number]

/** Our names for figures that each server names differently. */
export interface WhatsAppSending {
  enabled: boolean
  from: string | null
  provider: string | null
  ratePerMinute: number | null
  dailyLimit: number | null
  monthlyLimit: number | null
  freeCredits: number | null
  freeCreditsLeft: number | null
  usedToday: number | null
  usedThisMonth: number | null
  waiting: number | null
  heldBy: string | null
}

export interface SentQr {
  queued: boolean
  reason: string | null
  /** The channel. Null: the QR stays queued. Undefined: the server does not say. */
  sentBy?: QrWay | null
}

/** Sends the QR once per idempotency key. Some servers report a refusal in the field `error`. */
export async function sendQr(id: string, key: string): Promise<SentQr> {
  const params = { path: { id }, header: { 'Idempotency-Key': key } }
  const response = fieldsOf(await unwrap(api.POST('/customers/{id}/qr/send', { params })))
  const reason = textIn(response.reason) ?? textIn(response.error)
  const queued = typeof response.queued === 'boolean' ? response.queued : reason === null
  return { queued, reason, ...(response.sentBy !== undefined && { sentBy: wayIn(response.sentBy) }) }
}

const wayIn = (sentBy: unknown): QrWay | null => (sentBy === 'WHATSAPP' || sentBy === 'EMAIL' ? sentBy : null)

/** The query of the WhatsApp status; its data are null if the server has none. */
export const whatsAppQuery = () =>
  queryOptions({
    queryKey: businessKey('whatsapp'),
    queryFn: ({ signal }) => fetchWhatsApp(signal),
    retry: false,
  })

/** Uses the cached path, or probes for one first. */
export async function fetchWhatsApp(signal?: AbortSignal): Promise<WhatsAppSending | null> {
  const knownPath = cachedPath()
  const status = knownPath && (await fetchIfSupported(knownPath, signal))
  if (status) return status
  for (const path of paths) {
    if (!(await respondsToProbe(path, signal))) continue
    const status = await fetchIfSupported(path, signal)
    if (status) return status
  }
  return null
}

/** Probes carry no token, so a refused probe cannot end the session. */
async function respondsToProbe(path: Path, signal?: AbortSignal): Promise<boolean> {
  try {
    await publicApi.OPTIONS(path, { signal, parseAs: 'text' })
    return true
  } catch (error) {
    const hasResponse = error instanceof ApiError && error.status > 0
    if (!hasResponse) throw error
    return false
  }
}

/** Fetches the status. Null if the path does not exist, because some servers answer every probe. */
async function fetchIfSupported(path: Path, signal?: AbortSignal): Promise<WhatsAppSending | null> {
  writeStored(storageKey, path)
  try {
    return await fetchFrom(path, signal)
  } catch (error) {
    if (!isUnsupported(error)) throw error
    removeStored(storageKey)
    return null
  }
}

async function fetchFrom(path: Path, signal?: AbortSignal): Promise<WhatsAppSending> {
  return read(await unwrap(api.GET(path, { signal })))
}

function read(body: unknown): WhatsAppSending {
  const status = fieldsOf(body)
  return {
    enabled: status.enabled === true,
    from: textIn(status.from),
    provider: textIn(status.provider),
    ratePerMinute: numberIn(status.ratePerMinute) ?? numberIn(status.rpm),
    dailyLimit: numberIn(status.dailyCap) ?? numberIn(status.dailyLimit),
    monthlyLimit: numberIn(status.monthlyCap),
    freeCredits: numberIn(status.freeCredits),
    freeCreditsLeft: numberIn(status.freeCreditsLeft),
    usedToday: numberIn(status.usedToday),
    usedThisMonth: numberIn(status.usedThisMonth),
    waiting: numberIn(status.waiting),
    heldBy: textIn(status.heldBy),
  }
}

function cachedPath(): Path | null {
  const storedValue = readStored(storageKey)
  return paths.find((path) => path === storedValue) ?? null
}
