import { useQuery } from '@tanstack/react-query'
import { businessQuery } from '@/api/customers'
import type { Family } from '@/api/types'
import { sayRewards } from '@/card/family/texts'
import { StampCard } from '@/card/stamp-card/StampCard'
import { Panel } from '@/kit/Panel'
import { texts } from './texts'

/** The family's card; unused while each member collects stamps on their own. */
export function FamilyCard({ family }: { family: Family }) {
  const { data: business } = useQuery(businessQuery())
  const { card, policy, members } = family
  if (!card) return null
  const kinds = card.rewards.map(({ kind }) => kind)
  const isShared = policy === 'POOL'
  if (!isShared && card.count === 0) {
    return (
      <Panel title={texts.card.title}>
        <p className="text-ink-soft">{texts.card.unused}</p>
      </Panel>
    )
  }
  return (
    <Panel title={texts.card.title}>
      <div className="grid gap-4">
        {kinds.length > 0 && (
          <p className="rounded-box border border-brass-deep/60 bg-brass-wash p-4 text-brass-ink">
            <strong className="block">{texts.card.owed(sayRewards(kinds))}</strong>
            {members.length > 0 ? texts.card.owedHint : texts.card.owedWithoutMembers}
          </p>
        )}
        <StampCard
          count={card.count}
          target={card.target}
          halfMilestone={card.halfMilestone}
          pendingKinds={kinds}
          businessName={business?.name ?? ''}
          look={business}
          customerName={family.name}
          size="small"
          className="justify-self-center"
        />
        <p className="text-ink-soft">{isShared ? texts.card.pool : texts.card.rests}</p>
      </div>
    </Panel>
  )
}
