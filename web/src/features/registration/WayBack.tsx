import { Button } from '@/ui/Button'
import { buttonLook } from '@/ui/buttonLook'
import { pointsAddress } from './PointsLink'
import { texts } from './texts'

const words = texts.wayBack

interface WayBackProps {
  businessId: string
  /** Whether the device knows whose it is. */
  isKnown: boolean
  /** Whether the portal of the business is open on this device. */
  signedIn: boolean
  /** Shows the card of the customer whom the device knows. */
  onOpen: () => void
}

/** The way to a card that somebody has already, above the form that makes another one. */
export function WayBack({ businessId, isKnown, signedIn, onOpen }: WayBackProps) {
  return (
    <nav aria-label={words.label} className="-mt-3 -mb-2 grid gap-1 sm:mt-0 sm:mb-4">
      {signedIn ? (
        <a href="/portal/points" className={buttonLook({ size: 'counter', wide: true })}>
          {words.open}
        </a>
      ) : (
        isKnown && (
          <Button size="counter" wide onClick={onOpen}>
            {words.open}
          </Button>
        )
      )}
      <p className="flex flex-wrap items-center gap-x-2 max-sm:text-small">
        {words.question}
        <a
          href={pointsAddress(businessId, 'open')}
          className="inline-flex min-h-6 items-center font-semibold underline underline-offset-4 sm:min-h-target"
        >
          {texts.fixed.points}
        </a>
      </p>
    </nav>
  )
}
