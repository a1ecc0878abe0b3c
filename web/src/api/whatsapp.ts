import { queryOptions } from '@tanstack/react-query'
import { readStored, removeStored, writeStored } from '@/lib/storage'
import { answer } from './client'
import { ApiError } from './error'
import { api } from './index'
import { isNotOffered } from './inOrder'
import { publicApi } from './public'
import type { WhatsAppStatus } from './types'

const storageKey = 'axioma.whatsapp-path'

const paths = [
  '/customers/wa/status',
  '/wa/status',
  '/whatsapp/status',
  '/integrations/wa/status',
  '/cp/wa/status',
] as const

type Path = (typeof paths)[number]

/** How the messages of a business are sent, with each figure under one name. */
export interface WhatsApp {
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
  /** What most of those that wait are held back by. */
  heldBy: string | null
}

/** Sends a customer her QR and says whether it is on its way, or else why not; some servers call that an error. */
export async function sendQr(id: string): Promise<{ queued: boolean; reason: string | null }> {
  const answered = await answer(api.POST('/customers/{id}/qr/send', { params: { path: { id } } }))
  const reason = answered.reason || ('error' in answered && answered.error)
  return { queued: answered.queued, reason: typeof reason === 'string' ? reason : null }
}

/** How messages are sent; null where the server does not say. */
export const whatsAppQuery = () =>
  queryOptions({
    queryKey: ['whatsapp'],
    queryFn: ({ signal }) => fetchWhatsApp(signal),
    retry: false,
  })

/** Asks where the status is, unless this device remembers it, and fetches it. */
export async function fetchWhatsApp(signal?: AbortSignal): Promise<WhatsApp | null> {
  const remembered = rememberedPath()
  if (remembered) {
    try {
      return await fetchFrom(remembered, signal)
    } catch (error) {
      if (!isNotOffered(error)) throw error
      removeStored(storageKey)
    }
  }
  const found = await probe(signal)
  if (!found) return null
  writeStored(storageKey, found)
  return fetchFrom(found, signal)
}

/** The first path that answers below 400. Probes carry no token, so that none of them can end the session. */
async function probe(signal?: AbortSignal): Promise<Path | null> {
  for (const path of paths) {
    try {
      await publicApi.OPTIONS(path, { signal, parseAs: 'text' })
      return path
    } catch (error) {
      const answered = error instanceof ApiError && error.status > 0
      if (!answered) throw error
    }
  }
  return null
}

async function fetchFrom(path: Path, signal?: AbortSignal): Promise<WhatsApp> {
  return read(await answer(api.GET(path, { signal })))
}

function read(status: Partial<WhatsAppStatus>): WhatsApp {
  return {
    enabled: status.enabled === true,
    from: status.from || null,
    provider: status.provider || null,
    ratePerMinute: status.ratePerMinute ?? status.rpm ?? null,
    dailyLimit: status.dailyCap ?? status.dailyLimit ?? null,
    monthlyLimit: status.monthlyCap ?? null,
    freeCredits: status.freeCredits ?? null,
    freeCreditsLeft: status.freeCreditsLeft ?? null,
    usedToday: status.usedToday ?? null,
    usedThisMonth: status.usedThisMonth ?? null,
    waiting: status.waiting ?? null,
    heldBy: status.heldBy ?? null,
  }
}

function rememberedPath(): Path | null {
  const stored = readStored(storageKey)
  return paths.find((path) => path === stored) ?? null
}
