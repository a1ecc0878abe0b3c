import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type ChangedReward, customerQueries, redeemReward, takeBackReward } from '@/api/customers'
import { ApiError, isApiError } from '@/api/error'
import { retryOnce } from '@/api/retryOnce'
import type { Reward } from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import { notify } from '@/kit/notify'
import { refreshCustomers } from './refreshCustomers'
import { requireNetwork } from './requireNetwork'
import { texts } from './texts'
import { useAct } from './useAct'

/** Acts on rewards. Each counts once, because retries reuse their idempotency key. */
export interface RewardActs {
  /** The server refuses if another reward was redeemed today (`needsConfirmation`), unless `besides` is set. */
  redeem: (customerId: string, rewardId: string, besides?: boolean) => Promise<ChangedReward>
  /** Reverts a redemption. The user who redeemed needs no reason at once; later an administrator gives one. */
  takeBack: (customerId: string, rewardId: string, reason?: string) => Promise<ChangedReward>
}

/** True if the server refused because another reward was redeemed today. */
export function needsConfirmation(error: unknown): boolean {
  return isApiError(error, 'REWARD_GIVEN_TODAY')
}

interface RedeemRequest extends Reward {
  besides?: boolean
}

export function useRewardActs(): RewardActs {
  const client = useQueryClient()
  return useMemo(() => rewardActs(client), [client])
}

export function useRedeem(customerId: string) {
  const acts = useRewardActs()
  const takeBack = useAct({
    mutationFn: ({ id }: Reward) => acts.takeBack(customerId, id),
    onSuccess: (_changed, { kind }) => notify.success(texts.reward.takenBack(kind)),
    onError: (error) => notify.error(error, texts.reward.takeBackFailed),
  })
  return useAct({
    mutationFn: ({ id, besides }: RedeemRequest) => acts.redeem(customerId, id, besides),
    onSuccess: (_changed, reward) =>
      notify.undoable(texts.reward.redeemed(reward.kind), texts.reward.undo, () => takeBack.mutate(reward)),
  })
}

export function useTakeBack(customerId: string, onTakenBack: () => void) {
  const acts = useRewardActs()
  return useAct({
    mutationFn: ({ rewardId, reason }: { rewardId: string; reason: string }) =>
      acts.takeBack(customerId, rewardId, reason),
    onSuccess: () => {
      notify.success(texts.reward.returned)
      onTakenBack()
    },
  })
}

function rewardActs(client: QueryClient): RewardActs {
  return {
    redeem: (customerId, rewardId, besides = false) =>
      change(client, customerId, `redeem ${rewardId}${besides ? ' besides' : ''}`, true, (key) =>
        redeemReward(customerId, rewardId, key, !besides),
      ),
    takeBack: (customerId, rewardId, reason = '') =>
      change(client, customerId, `take back ${JSON.stringify([rewardId, reason])}`, false, (key) =>
        takeBackReward(customerId, rewardId, reason, key),
      ),
  }
}

async function change(
  client: QueryClient,
  customerId: string,
  request: string,
  redeems: boolean,
  call: (key: string) => Promise<ChangedReward>,
): Promise<ChangedReward> {
  // The key names the customer, because each member of a family may redeem the family's rewards.
  const keyScope = `${request} of ${customerId}`
  requireNetwork(keyScope)
  let progress: ChangedReward['progress'] = null
  try {
    const changedReward = await withIdempotencyKey(keyScope, (key) => retryOnce(() => call(key)))
    progress = changedReward.progress
    // The response may be the stored one of an earlier attempt that was reverted since.
    const isUndone = changedReward.status !== null && (changedReward.status === 'REDEEMED') !== redeems
    if (isUndone) {
      const { takenBackSince, redeemedSince } = texts.reward
      throw new ApiError(redeems ? takenBackSince : redeemedSince, 409, 'REWARD_CHANGED_SINCE')
    }
    return changedReward
  } finally {
    // The specification requires a fresh progress after each redemption (section 4).
    void refreshCustomers(client, { customerId, progress }).then(() =>
      client.invalidateQueries({ queryKey: customerQueries.progress(customerId).queryKey }),
    )
  }
}
