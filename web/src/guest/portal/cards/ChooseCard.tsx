import { ChevronRight } from 'lucide-react'
import type { PortalCard, PortalSession } from '@/api/types'
import { useTitle } from '@/lib/useTitle'
import { SignInHead } from '../signin/SignInHead'
import { OpenFailed } from './OpenFailed'
import { texts } from './texts'
import { useOpenCard } from './useOpenCard'

interface ChooseCardProps {
  cards: readonly PortalCard[]
  onOpened: (session: PortalSession) => void
}

export function ChooseCard({ cards, onOpened }: ChooseCardProps) {
  useTitle(texts.title)
  const { pending, failure, open } = useOpenCard(onOpened)
  return (
    <div className="mx-auto grid w-full max-w-md gap-6 sm:pt-10">
      <SignInHead title={texts.choose}>{texts.chooseIntro}</SignInHead>
      <OpenFailed failure={failure} />
      <ul aria-label={texts.title} className="grid gap-3">
        {cards.map(({ id, name, businessName, child }) => (
          <li key={id}>
            <button
              type="button"
              aria-busy={pending === id || undefined}
              onClick={() => open(id)}
              className="flex min-h-target w-full items-center justify-between gap-3 rounded-box border border-rule bg-card p-4 text-left hover:border-ink"
            >
              <span className="grid min-w-0 gap-0.5">
                <strong translate="no" className="text-lead [overflow-wrap:anywhere]">
                  {name}
                </strong>
                <span translate="no" className="text-ink-soft [overflow-wrap:anywhere]">
                  {businessName}
                </span>
                {child && <span className="text-small text-ink-soft">{texts.child}</span>}
              </span>
              <ChevronRight aria-hidden="true" className="size-5 flex-none" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  )
}
