import { useQueryClient } from '@tanstack/react-query'
import { controlPanelQueries, decideRestoredMessages } from '@/api/controlPanel'
import { recordQueries } from '@/api/records'
import { retryOnce } from '@/api/retryOnce'
import type { RestoreDecision } from '@/api/types'
import { type SentQr, sendQr } from '@/api/whatsapp'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { useAct } from './useAct'

const texts = {
  queued: '✅ QR en cola de envío.',
  mailed: '✅ QR en camino por correo.',
  notLeaving: '⚠️ QR en cola de envío. Ahora no sale nada: enséñaselo en la pantalla.',
  notSent: (reason: string) => `❌ ${reason}`,
  failed: 'No se pudo enviar el QR.',
  decided: {
    RELEASE: '✅ Vuelven a la cola de envío.',
    DROP: '✅ No se enviará ninguno.',
  },
}

/** Sends the QR, with one idempotency key per request. `resultText` is the text of the result. */
export function useSendQr(customerId: string) {
  const client = useQueryClient()
  const { mutate, isPending, data, error } = useAct({
    mutationFn: () =>
      withIdempotencyKey(`send QR ${customerId}`, (key) => retryOnce(() => sendQr(customerId, key))),
    onSettled: () => client.invalidateQueries({ queryKey: recordQueries.messages(customerId).queryKey }),
  })
  return { send: () => mutate(), isPending, resultText: sayOutcome(data, error) }
}

function sayOutcome(sentQr: SentQr | undefined, error: unknown): string {
  if (error) return texts.notSent(errorText(error, texts.failed))
  if (!sentQr) return ''
  if (!sentQr.queued) return texts.notSent(sentQr.reason ?? texts.failed)
  if (sentQr.sentBy === 'EMAIL') return texts.mailed
  return sentQr.sentBy === null ? texts.notLeaving : texts.queued
}

/**
 * Decides about the messages held since a restore. Needs no idempotency key: another decision conflicts.
 */
export function useDecideRestored(onDecided: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (decision: RestoreDecision) => retryOnce(() => decideRestoredMessages(decision)),
    onSuccess: (_state, decision) => {
      notify.success(texts.decided[decision])
      onDecided()
    },
    onSettled: () => client.invalidateQueries({ queryKey: controlPanelQueries.all() }),
  })
}
