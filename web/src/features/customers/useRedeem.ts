import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { customerQueries, redeemReward } from '@/api/customers'
import type { Reward } from '@/api/types'
import { newIdempotencyKey } from '@/lib/ids'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** Redeems rewards of a customer; the card is read again afterwards, whatever came of it. */
export function useRedeem(customerId: string) {
  const client = useQueryClient()
  // A try that got no answer is repeated with its key, so that it counts once.
  const keys = useRef(new Map<string, string>())
  return useMutation({
    mutationFn: (reward: Reward) => {
      const key = keys.current.get(reward.id) ?? newIdempotencyKey()
      keys.current.set(reward.id, key)
      return redeemReward(customerId, reward.id, key)
    },
    onSuccess: ({ progress }, { kind }) => {
      client.setQueryData(customerQueries.progress(customerId).queryKey, progress)
      notify.success(texts.card.redeemed(kind))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['customers', customerId] }),
  })
}
