import { useQuery, useQueryClient } from '@tanstack/react-query'
import { familyQueries } from '@/api/families'
import type { FamilyEffect, FamilyOffer } from '@/api/types'
import { readStored, writeStored } from '@/lib/storage'
import { firstNameOf } from '@/lib/whatsapp'

const listFormat = new Intl.ListFormat('es')

/** Lists first names, or full names if those repeat. */
export function offeredNames(effects: readonly FamilyEffect[]): string {
  const names = effects.map(({ customerName }) => customerName)
  const first = names.map(firstNameOf)
  return listFormat.format(new Set(first).size === first.length ? first : names)
}

/**
 * Returns the offer that concerns a customer, or null. A decline is stored on this device and is valid until
 * the offer names other customers.
 */
export function useFamilyOffer(customerId: string, isAsked = true) {
  const { data } = useQuery({ ...familyQueries.offer(customerId), enabled: isAsked })
  const client = useQueryClient()
  const { data: declinedIds } = useQuery(familyQueries.declined(customerId))
  const offer = data ?? null
  return {
    offer,
    isDeclined: offer !== null && [declinedIds, readStored(keyOf(offer))].includes(idsOf(offer)),
    decline: () => {
      if (!offer) return
      writeStored(keyOf(offer), idsOf(offer))
      client.setQueryData(familyQueries.declined(customerId).queryKey, idsOf(offer))
    },
  }
}

function idsOf({ effects }: FamilyOffer): string {
  return effects.map(({ customerId }) => customerId).join(' ')
}

function keyOf({ effects }: FamilyOffer): string {
  return `axioma.familyDeclined.${effects[0]?.customerId}`
}
