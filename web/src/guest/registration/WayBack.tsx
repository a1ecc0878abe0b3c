import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { PointsLink, type PointsLinkProps } from './PointsLink'
import { texts } from './texts'

const words = texts.wayBack

export const wayBack = '-mt-3 -mb-3 grid gap-1 sm:mt-0 sm:mb-4'

interface WayBackProps {
  businessId: string
  isKnown: boolean
  signedIn: boolean
  onOpen: () => void
}

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
