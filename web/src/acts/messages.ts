import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askedAgain } from '@/api/askedAgain'
import { askedOnce } from '@/api/askedOnce'
import { recordQueries } from '@/api/records'
import { type SentQr, sendQr } from '@/api/whatsapp'
import { errorText } from '@/lib/errors'

/** What sending a message says: what came of it. */
const texts = {
  queued: '✅ QR en cola de envío.',
  notSent: (reason: string) => `❌ ${reason}`,
  failed: 'No se pudo enviar el QR.',
}

/** Sends a customer her QR, once, however often it is tried; `said` is what came of it. */
export function useSendQr(customerId: string) {
  const client = useQueryClient()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: () => askedOnce(`send QR ${customerId}`, (key) => askedAgain(() => sendQr(customerId, key))),
    onSettled: () => client.invalidateQueries({ queryKey: recordQueries.messages(customerId).queryKey }),
  })
  return { send: () => mutate(), isPending, said: sayOutcome(data, error) }
}

function sayOutcome(sent: SentQr | undefined, error: unknown): string {
  if (error) return texts.notSent(errorText(error, texts.failed))
  if (!sent) return ''
  return sent.queued ? texts.queued : texts.notSent(sent.reason ?? texts.failed)
}
