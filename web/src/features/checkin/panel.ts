import { texts as actTexts } from '@/acts/texts'
import { owedByKind } from '@/api/rewards'
import type { Customer, Progress, RegisteredVisit } from '@/api/types'
import { formatPhone } from '@/lib/phone'
import { cardFace } from '@/ui/stamp-card/face'
import type { Answer, Redemption } from './checkIn'
import { notFound } from './checkIn'
import { texts } from './texts'

/** How the panel looks and sounds. */
export type Tone = 'plain' | 'success' | 'owed' | 'warning' | 'error'

/** The head of the panel: what happened, to whom, and what is owed. */
export interface Head {
  tone: Tone
  message: string
  name: string | null
  /** For those who cannot see the card below. */
  summary: string
}

/** What is known of the customer the panel is about; null while it is on its way. */
export interface Known {
  customer: Customer | null
  progress: Progress | null
  /** Why it cannot be known. */
  failure: { notFound: boolean; reason: string } | null
}

/** What the head of the panel says. */
export function headOf(answer: Answer, redemption: Redemption, known: Known, timeZone?: string): Head {
  const owed = owedByKind(known.progress?.rewards ?? [])
  const whenDone: Tone = owed.length > 0 ? 'owed' : 'success'
  const name = answer.kind === 'registered' ? answer.name : (known.customer?.name ?? null)
  const head = { name, summary: summaryOf(known.progress) }
  if (redemption.state === 'done') {
    return { ...head, tone: whenDone, message: texts.states.redeemed(redemption.kind) }
  }
  if (redemption.state === 'takenBack') {
    return { ...head, tone: whenDone, message: texts.states.takenBack(redemption.kind) }
  }
  switch (answer.kind) {
    case 'registered':
      if (answer.unstamped) {
        return { ...head, tone: 'warning', message: sayUnstamped(answer.unstamped, timeZone) }
      }
      return { ...head, tone: whenDone, message: texts.states.registered }
    case 'kept':
      return { tone: 'warning', message: texts.states.kept, name: nameOfKept(answer, known), summary: '' }
    case 'sameDay':
      return { ...head, tone: 'warning', message: texts.states.sameDay }
    case 'found':
      if (known.failure) return failedHead(known.failure)
      return known.customer ? foundHead(head, owed.length > 0) : openingHead
    case 'problem':
      return { tone: answer.tone, message: answer.message, name: null, summary: '' }
    case 'idle':
      return { tone: 'plain', message: texts.idle.headline, name: null, summary: '' }
  }
}

/** Why there is no stamp of this time. */
function sayUnstamped(visit: RegisteredVisit, timeZone?: string): string {
  return visit.settled ? actTexts.visit.settled(visit, timeZone) : texts.states.deletedSince
}

function nameOfKept({ visit }: Extract<Answer, { kind: 'kept' }>, known: Known): string {
  if (visit.name) return visit.name
  return 'phone' in visit.subject
    ? formatPhone(visit.subject.phone)
    : (known.customer?.name ?? texts.kept.unknown)
}

function foundHead(head: Pick<Head, 'name' | 'summary'>, owes: boolean): Head {
  return { ...head, tone: owes ? 'owed' : 'plain', message: texts.states.found }
}

const openingHead: Head = { tone: 'plain', message: texts.states.opening, name: null, summary: '' }

function failedHead(failure: { notFound: boolean }): Head {
  return failure.notFound
    ? { tone: notFound.tone, message: notFound.message, name: null, summary: '' }
    : { tone: 'error', message: texts.problem.loadFailed, name: null, summary: '' }
}

function summaryOf(progress: Progress | null): string {
  if (!progress) return ''
  const { position } = cardFace({ ...progress, pendingKinds: [] })
  const owed = owedByKind(progress.rewards).map(({ kind }) => kind)
  return `${texts.stampCount(position, progress.target)} ${texts.owes(owed)}`.trim()
}
