import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { familyQueries } from '@/api/families'
import type { FamilyEffect, FamilyOffer } from '@/api/types'
import { readStored, writeStored } from '@/lib/storage'
import { firstNameOf } from '@/lib/whatsapp'

const listed = new Intl.ListFormat('es')

/** Whom a family is offered to, in one sentence: by their first names, if that tells them apart. */
export function offeredNames(effects: readonly FamilyEffect[]): string {
  const names = effects.map(({ customerName }) => customerName)
  const first = names.map(firstNameOf)
  return listed.format(new Set(first).size === first.length ? first : names)
}

/**
 * The family that a guardian and her children are offered, by the id of any of them: null where there is none. What was
 * declined on this device is declined there until it is offered to others too.
 */
export function useFamilyOffer(customerId: string) {
  const { data } = useQuery(familyQueries.offer(customerId))
  const [declined, setDeclined] = useState<FamilyOffer | null>(null)
  const offer = data ?? null
  return {
    offer,
    isDeclined: offer !== null && (offer === declined || readStored(keyOf(offer)) === idsOf(offer)),
    decline: () => {
      if (!offer) return
      writeStored(keyOf(offer), idsOf(offer))
      setDeclined(offer)
    },
  }
}

function idsOf({ effects }: FamilyOffer): string {
  return effects.map(({ customerId }) => customerId).join(' ')
}

function keyOf({ effects }: FamilyOffer): string {
  return `axioma.familyDeclined.${effects[0]?.customerId}`
}
