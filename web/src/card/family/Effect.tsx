import { ArrowDown, ArrowRight } from 'lucide-react'
import type { RewardKind } from '@/lib/rewardKinds'
import { ProgressDots } from '../ProgressDots'
import { cardFace } from '../stamp-card/face'
import { sayRewards, texts } from './texts'

interface CardState {
  cardKind: 'INDIVIDUAL' | 'FAMILY'
  count: number
  target: number
  halfMilestone: number | null
  rewards: readonly { id: string; kind: RewardKind }[]
}

export interface FamilyEffect {
  customerId: string
  customerName: string
  before: CardState
  after: CardState
}

export function Effect({ effect, named }: { effect: FamilyEffect; named: boolean }) {
  const { before, after } = effect
  const lostRewards = missingFrom(after, before)
  const gainedRewards = missingFrom(before, after)
  return (
    <div className="grid gap-2">
      {named && (
        <h3 translate="no" className="font-semibold [overflow-wrap:anywhere]">
          {effect.customerName}
        </h3>
      )}
      <div className="grid items-center gap-2 sm:grid-cols-[1fr_auto_1fr]">
        <Card when={texts.before} {...before} />
        <ArrowRight aria-hidden="true" className="hidden size-5 text-ink-soft sm:block" />
        <ArrowDown aria-hidden="true" className="size-5 justify-self-center text-ink-soft sm:hidden" />
        <Card when={texts.after} {...after} />
      </div>
      {before.target !== after.target && (
        <p className="text-caution">
          {texts.target(before.target, after.target)}
          {after.cardKind === 'FAMILY' ? texts.ofFamily(after.target) : texts.ofOwn(after.target)}
        </p>
      )}
      {lostRewards.length > 0 && <p className="text-caution">{texts.lost(sayRewards(lostRewards))}</p>}
      {gainedRewards.length > 0 && (
        <p className="text-brass-ink">{texts.gained(sayRewards(gainedRewards))}</p>
      )}
    </div>
  )
}

function Card({ when, cardKind, rewards, ...card }: CardState & { when: string }) {
  const pendingKinds = rewards.map(({ kind }) => kind)
  const { position } = cardFace({ ...card, pendingKinds })
  return (
    <div className="grid h-full content-start gap-1 rounded-box border border-rule bg-well p-3">
      <p className="text-small text-ink-soft">{when}</p>
      <p className="font-semibold">{cardKind === 'FAMILY' ? texts.family : texts.own}</p>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 tabular-nums">
        <ProgressDots {...card} pendingKinds={pendingKinds} />
        <span aria-hidden="true">{texts.ofTarget(position, card.target)}</span>
      </p>
      <p className="text-small text-ink-soft">
        {pendingKinds.length > 0 ? texts.owed(sayRewards(pendingKinds)) : texts.nothingOwed}
      </p>
    </div>
  )
}

function missingFrom(card: CardState, other: CardState): RewardKind[] {
  const ids = new Set(card.rewards.map(({ id }) => id))
  return other.rewards.filter(({ id }) => !ids.has(id)).map(({ kind }) => kind)
}
