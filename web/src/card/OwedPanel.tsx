import type { ReactNode } from 'react'
import { Button } from '@/kit/Button'
import { type RewardKind, rewardWords } from '@/lib/rewardKinds'
import { texts } from './texts'

interface OwedPanelProps {
  kind: RewardKind
  promise?: string | null | undefined
  /** Redeems the reward. Absent on guest pages, which show the terms instead of a button. */
  onRedeem?: () => void
  /** Changes with the reward and its place, so that a double tap does not redeem the next one too. */
  arms?: string
  redeeming?: boolean
  /** True if another reward was just redeemed: the button is less prominent. */
  isFurther?: boolean
  instead?: ReactNode
  ofFamily?: boolean
  more?: number
}

export function OwedPanel({
  kind,
  promise,
  onRedeem,
  arms,
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
            arms={arms}
            onClick={onRedeem}
          >
            {isFurther ? texts.redeemFurther : texts.redeem}
          </Button>
        )}
      </div>
    </section>
  )
}
