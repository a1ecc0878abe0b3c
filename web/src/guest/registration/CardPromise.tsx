import { Gift } from 'lucide-react'
import type { ReactNode } from 'react'
import type { PublicBusiness } from '@/api/types'
import { RewardMark } from '@/card/stamp-card/RewardMark'
import { StampCard } from '@/card/stamp-card/StampCard'
import { texts } from './texts'

export function CardPromise({ business }: { business: PublicBusiness }) {
  const { name, visitTarget, halfMilestone, welcomeText } = business
  return (
    <div className="grid gap-3 sm:gap-5">
      <StampCard
        blank
        businessName={name}
        look={business}
        count={0}
        target={visitTarget}
        halfMilestone={halfMilestone}
        pendingKinds={[]}
        className="max-w-58 justify-self-center sm:max-w-110"
      />
      <h1 className="font-sign text-lead font-extrabold sm:text-display lg:text-poster">{texts.title}</h1>
      <p className="text-ink-soft max-sm:hidden">{texts.form.minute}</p>
      <ul aria-label={texts.promise.label} className="grid gap-1 max-sm:text-small sm:gap-2.5">
        <Line mark={<GiftMark />}>{texts.promise.welcome(welcomeText)}</Line>
        {typeof halfMilestone === 'number' && (
          <Line mark={<RewardMark reward="HALF" />}>{texts.promise.half(halfMilestone)}</Line>
        )}
        <Line mark={<RewardMark reward="FREE" />}>{texts.promise.free(visitTarget)}</Line>
      </ul>
    </div>
  )
}

function Line({ mark, children }: { mark: ReactNode; children: ReactNode }) {
  return (
    <li className="flex items-center gap-2 font-medium max-sm:[&>:first-child]:size-6 sm:gap-3">
      {mark}
      <span>{children}</span>
    </li>
  )
}

function GiftMark() {
  return (
    <span className="grid size-9 flex-none place-items-center rounded-full bg-brass text-on-brass">
      <Gift aria-hidden="true" className="size-3/5" />
    </span>
  )
}
