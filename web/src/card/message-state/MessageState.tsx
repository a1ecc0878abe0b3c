import { Badge } from '@/kit/Badge'
import { texts } from './texts'

/** Other servers may send unknown statuses. */
export interface MessageProgress {
  status: string
  heldBy?: string | null
  error?: string | null
}

const tones = {
  QUEUED: 'caution',
  SENDING: 'caution',
  SENT: 'good',
  DELIVERED: 'good',
  READ: 'good',
  FAILED: 'refused',
  DROPPED: 'plain',
  UNKNOWN: 'caution',
} as const

export function MessageState({ status }: { status: string }) {
  return <Badge tone={wordOf(tones, status) ?? 'plain'}>{wordOf(texts.states, status) ?? status}</Badge>
}

/** Why a message waits or was not delivered; otherwise null. */
export function undeliveredReason({ status, heldBy, error }: MessageProgress): string | null {
  if (status === 'QUEUED') return heldBy ? holdReason(heldBy) : null
  const meaning = wordOf(texts.meaning, status)
  if (!meaning) return null
  return error ? `${meaning} (${wordOf(texts.reasons, error) ?? error})` : meaning
}

export function holdReason(heldBy: string): string {
  return wordOf(texts.held, heldBy) ?? heldBy
}

export function kindLabel(kind: string): string {
  return wordOf(texts.kinds, kind) ?? kind
}

function wordOf<Word>(words: Readonly<Record<string, Word>>, key: string): Word | null {
  return words[key] ?? null
}
