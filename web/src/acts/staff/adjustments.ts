import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  correctStamps,
  type PastVisit,
  recordOpening,
  registerPastVisit,
  rejectClaim,
  undoOpening,
} from '@/api/adjustments'
import { ApiError } from '@/api/error'
import { retryOnce } from '@/api/retryOnce'
import type { Adjusted, Correction, OpeningBalance, Progress } from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import { notify } from '@/kit/notify'
import { hasOpenIdempotencyKey } from '@/lib/idempotencyKeys'
import { adjustmentTexts as texts } from './adjustmentTexts'
import { refreshCustomers } from './refreshCustomers'
import { requireNetwork } from './requireNetwork'
import { useAct } from './useAct'

export function useRecordOpening(customerId: string, onRecorded: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (body: OpeningBalance) =>
      change(client, customerId, openingRequest(customerId, body), (key) =>
        recordOpening(customerId, body, key),
      ),
    onSuccess: (adjustment: Adjusted) => {
      notify.success(texts.recorded(adjustment), adjustment.customerName)
      onRecorded()
    },
  })
}

export function sendOpening(customerId: string, body: OpeningBalance): Promise<Adjusted> {
  return sendOnce(openingRequest(customerId, body), (key) => recordOpening(customerId, body, key))
}

/** True if this opening balance was sent and had no response. */
export function isOpeningUnanswered(customerId: string, body: OpeningBalance): boolean {
  return hasOpenIdempotencyKey(openingRequest(customerId, body))
}

const openingRequest = (customerId: string, body: OpeningBalance) =>
  `opening ${JSON.stringify([customerId, body])}`

export function useRejectClaim(customerId: string, onRejected?: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: () =>
      refreshAfter(client, customerId, async () => {
        await rejectClaim(customerId)
        return null
      }),
    onSuccess: () => {
      notify.success(texts.claim.rejected)
      onRejected?.()
    },
  })
}

export function useCorrectStamps(customerId: string, onCorrected: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: async (body: Correction) => {
      let tries = 0
      const adjustment = await change(client, customerId, correctionRequest(customerId, body), (key) => {
        tries++
        return correctStamps(customerId, body, key)
      })
      return { adjustment, isOfEarlierSend: adjustment.replayed && tries === 1 }
    },
    onSuccess: ({ adjustment, isOfEarlierSend }) => {
      // The user may want an equal correction again.
      if (isOfEarlierSend) notify.warning(texts.correctedBefore)
      else notify.success(texts.corrected(adjustment))
      onCorrected()
    },
  })
}

/** True if this correction was sent and had no response. */
export function isCorrectionUnanswered(customerId: string, body: Correction): boolean {
  return hasOpenIdempotencyKey(correctionRequest(customerId, body))
}

const correctionRequest = (customerId: string, body: Correction) =>
  `correction ${JSON.stringify([customerId, body])}`

export function useRegisterPastVisit(customerId: string, onRegistered: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (visit: PastVisit) =>
      change(client, customerId, `past visit ${JSON.stringify([customerId, visit])}`, (key) =>
        registerPastVisit(customerId, visit, key),
      ),
    onSuccess: ({ newReward }) => {
      notify.success(texts.pastVisit(newReward?.kind))
      onRegistered()
    },
  })
}

export function useUndoOpening(customerId: string, onUndone: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (adjustmentId: string) => refreshAfter(client, customerId, () => undoOpening(adjustmentId)),
    onSuccess: () => {
      notify.success(texts.undone)
      onUndone()
    },
  })
}

interface ProgressAnswer {
  progress: Progress
}

function change<Answer extends ProgressAnswer & Undoable>(
  client: QueryClient,
  customerId: string,
  request: string,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  return refreshAfter(client, customerId, () => sendOnce(request, send), request)
}

interface Undoable {
  undoneAt?: string | null
  deletedAt?: string | null
}

/** An equal request after a lost response has the same key, so it counts once. */
async function sendOnce<Answer extends Undoable>(
  request: string,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  const answer = await withIdempotencyKey(request, (key) => retryOnce(() => send(key)))
  // The response may be the stored one of an earlier attempt that was undone since.
  if (answer.undoneAt || answer.deletedAt) throw new ApiError(texts.undoneSince, 409, 'UNDONE_SINCE')
  return answer
}

/** Makes a call and refreshes the customers afterwards, even when the call fails. */
async function refreshAfter<Answer extends ProgressAnswer | null>(
  client: QueryClient,
  customerId: string,
  call: () => Promise<Answer>,
  request?: string,
): Promise<Answer> {
  requireNetwork(request)
  let progress: Progress | null = null
  try {
    const answer = await call()
    progress = answer?.progress ?? null
    return answer
  } finally {
    void refreshCustomers(client, { customerId, progress })
  }
}
