import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
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
import { adjustmentTexts as texts } from './adjustmentTexts'
import { refreshCustomers } from './refreshCustomers'
import { requireNetwork } from './requireNetwork'

export function useRecordOpening(customerId: string, onRecorded: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (body: OpeningBalance) =>
      refreshAfter(client, customerId, () => sendOpening(customerId, body)),
    onSuccess: (adjusted: Adjusted) => {
      notify.success(texts.recorded(adjusted), adjusted.customerName)
      onRecorded()
    },
  })
}

export function sendOpening(customerId: string, body: OpeningBalance): Promise<Adjusted> {
  return sendOnce(`opening ${JSON.stringify([customerId, body])}`, (key) =>
    recordOpening(customerId, body, key),
  )
}

export function useRejectClaim(customerId: string, onRejected?: () => void) {
  const client = useQueryClient()
  return useMutation({
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
  return useMutation({
    mutationFn: async (body: Correction) => {
      let tries = 0
      const request = `correction ${JSON.stringify([customerId, body])}`
      const adjusted = await change(client, customerId, request, (key) => {
        tries++
        return correctStamps(customerId, body, key)
      })
      return { adjusted, isOfEarlierSend: adjusted.replayed && tries === 1 }
    },
    onSuccess: ({ adjusted, isOfEarlierSend }) => {
      // The user may want an equal correction again.
      if (isOfEarlierSend) notify.warning(texts.correctedBefore)
      else notify.success(texts.corrected(adjusted))
      onCorrected()
    },
  })
}

export function useRegisterPastVisit(customerId: string, onRegistered: () => void) {
  const client = useQueryClient()
  return useMutation({
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
  return useMutation({
    mutationFn: (adjustmentId: string) => refreshAfter(client, customerId, () => undoOpening(adjustmentId)),
    onSuccess: () => {
      notify.success(texts.undone)
      onUndone()
    },
  })
}

interface Changed {
  progress: Progress
}

function change<Answer extends Changed & Undoable>(
  client: QueryClient,
  customerId: string,
  request: string,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  return refreshAfter(client, customerId, () => sendOnce(request, send))
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
async function refreshAfter<Answer extends Changed | null>(
  client: QueryClient,
  customerId: string,
  call: () => Promise<Answer>,
): Promise<Answer> {
  requireNetwork()
  let progress: Progress | null = null
  try {
    const changed = await call()
    progress = changed?.progress ?? null
    return changed
  } finally {
    void refreshCustomers(client, { customerId, progress })
  }
}
