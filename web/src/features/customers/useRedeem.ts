import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askedOnce } from '@/api/askedOnce'
import { customerQueries, redeemReward } from '@/api/customers'
import type { Reward } from '@/api/types'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** Redeems rewards of a customer; the card is read again afterwards, whatever came of it. */
export function useRedeem(customerId: string) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: Reward) => askedOnce(`redeem ${id}`, (key) => redeemReward(customerId, id, key)),
    onSuccess: ({ progress }, { kind }) => {
      if (progress) client.setQueryData(customerQueries.progress(customerId).queryKey, progress)
      notify.success(texts.card.redeemed(kind))
    },
    onSettled: () => client.invalidateQueries({ queryKey: ['customers', customerId] }),
  })
}
