import { useQuery } from '@tanstack/react-query'
import { offeredNames } from '@/acts/staff/familyOffer'
import { familyQueries } from '@/api/families'
import type { FamilyOffer } from '@/api/types'
import { EffectDialog } from '@/card/family/EffectDialog'
import { texts as effectWords } from '@/card/family/texts'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'

const words = texts.family

interface OfferDialogProps {
  customerId: string
  offer: FamilyOffer
  busy: boolean
  failure: string | null
  onConfirm: () => void
  onClose: () => void
}

export function OfferDialog({ customerId, offer, ...question }: OfferDialogProps) {
  const effects = useQuery({
    ...familyQueries.offer(customerId),
    select: (currentOffer) => currentOffer?.effects ?? null,
  })
  const names = offeredNames(offer.effects)
  const isNew = offer.familyId === null
  return (
    <EffectDialog
      title={withNames(
        isNew ? words.askNew(offer.name) : words.askJoin(names, offer.name),
        names,
        offer.name,
      )}
      explanation={isNew ? words.explainNew : effectWords.joining[offer.policy]}
      effects={effects}
      confirm={isNew ? words.confirmNew : words.confirmJoin(names)}
      label={isNew ? words.confirmNew : withNames(words.confirmJoin(names), names)}
      busyLabel={isNew ? words.making : words.joining}
      {...question}
    />
  )
}
