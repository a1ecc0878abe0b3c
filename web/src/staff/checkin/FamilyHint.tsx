import { offeredNames, useFamilyOffer } from '@/acts/staff/familyOffer'
import { familyTexts } from '@/acts/staff/familyTexts'
import { Button } from '@/kit/Button'
import { withNames } from '@/kit/withNames'
import { OpenRecord } from './OpenRecord'

const words = familyTexts.offer

interface FamilyHintProps {
  customerId: string
  /** Moves the focus, because the pressed button disappears. */
  onDeclined: () => void
}

/** Offers to join a guardian and their children, until declined. */
export function FamilyHint({ customerId, onDeclined }: FamilyHintProps) {
  const { offer, isDeclined, decline } = useFamilyOffer(customerId)
  if (!offer || isDeclined) return null
  const names = offeredNames(offer.effects)
  return (
    <section aria-label={words.title} className="grid gap-3 rounded-box border border-rule p-4">
      <p className="text-counter [overflow-wrap:anywhere]">
        {withNames(
          offer.familyId === null ? words.create(names) : words.add(names, offer.name),
          names,
          offer.name,
        )}
      </p>
      <div className="answer-acts">
        <Button
          variant="quiet"
          size="counter"
          className="px-1!"
          onClick={() => {
            decline()
            onDeclined()
          }}
        >
          {words.notNow}
        </Button>
        <OpenRecord customerId={customerId} family />
      </div>
    </section>
  )
}
