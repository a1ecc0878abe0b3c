import { ArrowDown, ArrowRight } from 'lucide-react'
import type { FamilyEffect, Progress, RewardKind } from '@/api/types'
import { ProgressDots } from '@/ui/ProgressDots'
import { cardFace } from '@/ui/stamp-card/face'
import { sayRewards, texts } from './texts'

/** What a change changes for one customer: the card that counts, its stamps, what she may redeem. */
export function Effect({ effect, named }: { effect: FamilyEffect; named: boolean }) {
  const { before, after } = effect
  const lost = missingFrom(after, before)
  const gained = missingFrom(before, after)
  return (
    <div className="grid gap-2">
      {named && <h3 className="font-semibold [overflow-wrap:anywhere]">{effect.customerName}</h3>}
      <div className="grid items-center gap-2 sm:grid-cols-[1fr_auto_1fr]">
        <Standing when={texts.effect.before} progress={before} />
        <ArrowRight aria-hidden="true" className="hidden size-5 text-ink-soft sm:block" />
        <ArrowDown aria-hidden="true" className="size-5 justify-self-center text-ink-soft sm:hidden" />
        <Standing when={texts.effect.after} progress={after} />
      </div>
      {before.target !== after.target && (
        <p className="text-caution">
          {texts.effect.target(before.target, after.target)}
          {after.cardKind === 'FAMILY'
            ? texts.effect.ofFamily(after.target)
            : texts.effect.ofOwn(after.target)}
        </p>
      )}
      {lost.length > 0 && <p className="text-caution">{texts.effect.lost(sayRewards(lost))}</p>}
      {gained.length > 0 && <p className="text-brass-ink">{texts.effect.gained(sayRewards(gained))}</p>}
    </div>
  )
}

function Standing({ when, progress }: { when: string; progress: Progress }) {
  const kinds = progress.rewards.map(({ kind }) => kind)
  const { position } = cardFace({ ...progress, pendingKinds: kinds })
  return (
    <div className="grid h-full content-start gap-1 rounded-box border border-rule bg-well p-3">
      <p className="text-small text-ink-soft">{when}</p>
      <p className="font-semibold">
        {progress.cardKind === 'FAMILY' ? texts.effect.family : texts.effect.own}
      </p>
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 tabular-nums">
        <ProgressDots {...progress} pendingKinds={kinds} />
        <span aria-hidden="true">{texts.memberList.ofTarget(position, progress.target)}</span>
      </p>
      <p className="text-small text-ink-soft">
        {kinds.length > 0 ? texts.effect.owed(sayRewards(kinds)) : texts.effect.nothingOwed}
      </p>
    </div>
  )
}

/** The kinds of what is owed by one standing and not by the other. */
function missingFrom(standing: Progress, other: Progress): RewardKind[] {
  const there = new Set(standing.rewards.map(({ id }) => id))
  return other.rewards.filter(({ id }) => !there.has(id)).map(({ kind }) => kind)
}
