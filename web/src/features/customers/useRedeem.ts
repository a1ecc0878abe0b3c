import { useMutation, useQueryClient } from '@tanstack/react-query'
import { customerQueries, redeemReward } from '@/api/customers'
import { isUnanswered } from '@/api/error'
import type { Reward } from '@/api/types'
import { closeKey, openKey } from '@/lib/openKeys'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** Redeems rewards of a customer; the card is read again afterwards, whatever came of it. */
export function useRedeem(customerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Reward) => redeemReward(customerId, id, openKey(requestOf(id))),
    onSuccess: ({ progress }, { kind }) => {
      client.setQueryData(customerQueries.progress(customerId).queryKey, progress)
      notify.success(texts.card.redeemed(kind))
    },
    onSettled: (_redeemed, error, { id }) => {
      if (!isUnanswered(error)) closeKey(requestOf(id))
      return client.invalidateQueries({ queryKey: ['customers', customerId] })
    },
  })
}

/**
 * A try that got no answer is repeated with its key, so that it counts once. One that was refused is asked for
 * anew: the server answers a key as it did before, and tomorrow it may say yes.
 */
function requestOf(rewardId: string): string {
  return `redeem ${rewardId}`
}
