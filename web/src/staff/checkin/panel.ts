import { sayCustomer, sayUnstamped } from '@/acts/staff/sayVisit'
import { snapshotLabel } from '@/acts/staff/snapshot/snapshotLabel'
import { owedByKind } from '@/api/rewards'
import type { Customer, KnownCustomer, Progress } from '@/api/types'
import { positionOnCard } from '@/card/stamp-card/face'
import { splitLeadingIcon } from '@/kit/TextWithIcon'
import type { Answer, Redemption } from './counterState'
import { texts } from './texts'

export type Tone = 'plain' | 'success' | 'owed' | 'warning' | 'error'

export interface Head {
  tone: Tone
  /** True if a visit or redemption was just done. An opened card shows no success mark. */
  isDone: boolean
  message: string
  name: string | null
  /** The card in words, for screen readers. */
  summary: string
}

export interface CustomerData {
  customer: Customer | null
  progress: Progress | null
  /** The customer in the snapshot; set while the server is unreachable. */
  fromSnapshot: KnownCustomer | null
  failure: { notFound: boolean; reason: string } | null
  /** False while the browser refuses to store waiting visits. */
  isDurable: boolean
}

export function headOf(answer: Answer, redemption: Redemption, data: CustomerData, timeZone?: string): Head {
  const owed = owedByKind(data.progress?.rewards ?? [])
  const whenDone: Tone = owed.length > 0 ? 'owed' : 'success'
  const name = answer.kind === 'registered' ? answer.name : (data.customer?.name ?? null)
  const head = { name, summary: summaryOf(data.progress), isDone: false }
  if (redemption.state === 'done') {
    return { ...head, isDone: true, tone: whenDone, message: texts.states.redeemed(redemption.kind) }
  }
  if (redemption.state === 'takenBack') {
    return { ...head, isDone: true, tone: whenDone, message: texts.states.takenBack(redemption.kind) }
  }
  switch (answer.kind) {
    case 'registered':
      if (answer.unstampedVisit) {
        const { words } = splitLeadingIcon(sayUnstamped(answer.unstampedVisit, timeZone))
        return { ...head, tone: 'warning', message: words }
      }
      return { ...head, isDone: true, tone: whenDone, message: texts.states.registered }
    case 'kept':
      return {
        isDone: false,
        tone: 'warning',
        message: data.isDurable ? texts.states.kept : texts.states.unsaved,
        name: data.customer?.name ?? sayCustomer(answer.visit),
        summary: '',
      }
    case 'sameDay':
      return { ...head, tone: 'warning', message: texts.states.sameDay }
    case 'found':
      if (data.failure) return failedHead(data.failure)
      if (data.fromSnapshot)
        return foundHead(
          { ...head, name: snapshotLabel(data.fromSnapshot) },
          data.fromSnapshot.owed.length > 0,
        )
      return data.customer ? foundHead(head, owed.length > 0) : openingHead
    case 'problem':
      return { ...noCustomer, tone: answer.tone, message: answer.message }
    case 'idle':
      return { ...noCustomer, tone: 'plain', message: texts.idle.headline }
  }
}

function foundHead(head: Omit<Head, 'tone' | 'message'>, owes: boolean): Head {
  return { ...head, tone: owes ? 'owed' : 'plain', message: texts.states.found }
}

const noCustomer = { name: null, summary: '', isDone: false } as const

const openingHead: Head = { ...noCustomer, tone: 'plain', message: texts.states.opening }

function failedHead(failure: { notFound: boolean }): Head {
  return failure.notFound
    ? { ...noCustomer, tone: 'warning', message: texts.problem.notFound }
    : { ...noCustomer, tone: 'error', message: texts.problem.loadFailed }
}

function summaryOf(progress: Progress | null): string {
  if (!progress) return ''
  const { count, target } = progress
  const owed = owedByKind(progress.rewards).map(({ kind }) => kind)
  return `${texts.stampCount(positionOnCard(count, target), target)} ${texts.owes(owed)}`.trim()
}
