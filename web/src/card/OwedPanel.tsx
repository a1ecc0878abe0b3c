import type { ReactNode } from 'react'
import { Button } from '@/kit/Button'
import { type RewardKind, rewardWords } from '@/lib/rewardKinds'
import { texts } from './texts'

interface OwedPanelProps {
  kind: RewardKind
  /** What a welcome discount is, in the business's words. */
  promise?: string | null | undefined
  /** Left out where the reward is only shown to its holder, as in the portal: what it is good for, not what it is worth today. */
  onRedeem?: () => void
  /** Which reward a press redeems: the next one of the kind must not be spent by the second tap on this one. */
  rewardId?: string
  redeeming?: boolean
  /** Another reward was given a moment ago: this one does not invite the next tap. */
  isFurther?: boolean
  /** What stands in the place of the button: a question, or why it cannot be redeemed now. */
  instead?: ReactNode
  /** Whether it is owed to the customer's family, of whom any may redeem it. */
  ofFamily?: boolean
  /** How many more rewards of this kind wait behind this one. */
  more?: number
}

/** A reward that is owed, so large that nobody overlooks it, with the one act that settles it. */
export function OwedPanel({
  kind,
  promise,
  onRedeem,
  rewardId,
  redeeming = false,
  isFurther = false,
  instead,
  ofFamily = false,
  more = 0,
}: OwedPanelProps) {
  const { headline, length, detail, terms } = rewardWords[kind]
  return (
    <section className="voucher" aria-label={headline}>
      <div className="voucher-body">
        <div className="grid gap-1.5">
          <p className="voucher-headline" data-length={promise ? 'phrase' : length}>
            {promise || headline}
          </p>
          {promise && <p className="font-semibold">{headline}</p>}
          <p className="text-counter font-medium">
            {onRedeem ? detail : terms}
            {more > 0 && <> · {texts.more(more)}</>}
          </p>
          {ofFamily && <p className="font-semibold">{texts.ofFamily}</p>}
        </div>
        {instead}
        {onRedeem && !instead && (
          <Button
            variant={isFurther ? 'secondary' : 'ink'}
            size="counter"
            wide
            busy={redeeming}
            busyLabel={texts.redeeming}
            arms={rewardId}
            onClick={onRedeem}
          >
            {isFurther ? texts.redeemFurther : texts.redeem}
          </Button>
        )}
      </div>
    </section>
  )
}
