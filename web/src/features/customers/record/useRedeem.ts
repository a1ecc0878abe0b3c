import { useMutation } from '@tanstack/react-query'
import { useRewardActs } from '@/acts/rewards'
import { texts as actTexts } from '@/acts/texts'
import type { Reward } from '@/api/types'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** Redeems rewards of a customer, and takes the one just redeemed back. */
export function useRedeem(customerId: string) {
  const acts = useRewardActs()
  const takeBack = useMutation({
    mutationFn: ({ id }: Reward) => acts.takeBack(customerId, id),
    onSuccess: (_changed, { kind }) => notify.success(texts.card.takenBack(kind)),
    onError: (error) => notify.error(error, actTexts.reward.takeBackFailed),
  })
  return useMutation({
    mutationFn: ({ id }: Reward) => acts.redeem(customerId, id),
    onSuccess: (_changed, reward) =>
      notify.undoable(texts.card.redeemed(reward.kind), texts.card.takeBack, () => takeBack.mutate(reward)),
  })
}
