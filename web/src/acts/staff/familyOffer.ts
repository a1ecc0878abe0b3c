import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { familyQueries } from '@/api/families'
import type { FamilyEffect, FamilyOffer } from '@/api/types'
import { readStored, writeStored } from '@/lib/storage'
import { firstNameOf } from '@/lib/whatsapp'

const listed = new Intl.ListFormat('es')

/** offeredNames lists the customers of an offer: by first names, if these are unique. */
export function offeredNames(effects: readonly FamilyEffect[]): string {
  const names = effects.map(({ customerName }) => customerName)
  const first = names.map(firstNameOf)
  return listed.format(new Set(first).size === first.length ? first : names)
}

/**
 * useFamilyOffer returns the family offered to a guardian and their children, by the id of any of them, or null. A
 * decline is stored on this device and holds until the offer names other customers.
 */
export function useFamilyOffer(customerId: string, isAsked = true) {
  const { data } = useQuery({ ...familyQueries.offer(customerId), enabled: isAsked })
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
