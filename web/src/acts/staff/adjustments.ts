import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import {
  correctStamps,
  type PastVisit,
  recordOpening,
  registerPastVisit,
  rejectClaim,
  undoOpening,
} from '@/api/adjustments'
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
    mutationFn: (body: Correction) =>
      change(client, customerId, `correction ${JSON.stringify([customerId, body])}`, (key) =>
        correctStamps(customerId, body, key),
      ),
    onSuccess: (adjusted: Adjusted) => {
      notify.success(texts.corrected(adjusted))
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

function change<Answer extends Changed>(
  client: QueryClient,
  customerId: string,
  request: string,
  send: (key: string) => Promise<Answer>,
): Promise<Answer> {
  return refreshAfter(client, customerId, () => sendOnce(request, send))
}

/** An equal request after a lost response has the same key, so it counts once. */
function sendOnce<Answer>(request: string, send: (key: string) => Promise<Answer>): Promise<Answer> {
  return withIdempotencyKey(request, (key) => retryOnce(() => send(key)))
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
