import { Link } from '@tanstack/react-router'
import { useSignedIn } from '@/api'
import { canChangeSettings } from '@/api/session'
import type { CardReport } from '@/api/types'
import { Notice } from '@/kit/Notice'
import { halfOf } from '@/lib/passesHalf'
import { texts } from './texts'

const words = texts.card

export function SlowReward({ report: { firstReward, halfReward, visitTarget } }: { report: CardReport }) {
  const mayChange = canChangeSettings(useSignedIn().role)
  return (
    <Notice tone="warning" title={words.slow(firstReward.median)}>
      <p>{halfReward ? words.slowHalf(halfOf(visitTarget), visitTarget) : words.slowNoHalf(visitTarget)}</p>
      {mayChange && (
        <Link
          to="/app/settings"
          search={{ seccion: 'tarjeta' }}
          className="font-semibold underline underline-offset-4"
        >
          {words.settings}
        </Link>
      )}
    </Notice>
  )
}
