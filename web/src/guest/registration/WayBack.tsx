import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { PointsLink, type PointsLinkProps } from './PointsLink'
import { texts } from './texts'

const words = texts.wayBack

/** Where the way to a card stands: above the form. */
export const wayBack = '-mt-3 -mb-3 grid gap-1 sm:mt-0 sm:mb-4'

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
    <nav aria-label={words.label} className={wayBack}>
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
      <PointsQuestion businessId={businessId} from="open" />
    </nav>
  )
}

/** Asks whether somebody has a card already, with the way to it; it needs no script. */
export function PointsQuestion(props: Omit<PointsLinkProps, 'className'>) {
  return (
    <p className="flex flex-wrap items-center gap-x-2">
      {words.question}
      <PointsLink
        {...props}
        className="inline-flex min-h-target items-center font-semibold underline underline-offset-4"
      />
    </p>
  )
}
