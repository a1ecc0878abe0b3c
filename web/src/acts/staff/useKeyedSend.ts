import { useRef } from 'react'
import { closingKey } from '@/api/withIdempotencyKey'
import { newIdempotencyKey } from '@/lib/ids'

/**
 * Sends a body with one idempotency key until a response arrives, like withIdempotencyKey. The body is kept
 * only in memory, because it may contain a password.
 */
export function useKeyedSend() {
  const open = useRef({ body: '', key: '' })
  return <Answer>(body: object, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    const sentBody = JSON.stringify(body)
    if (sentBody !== open.current.body) open.current = { body: sentBody, key: newIdempotencyKey() }
    const { key } = open.current
    return closingKey(
      () => send(key),
      () => {
        if (open.current.key === key) open.current = { body: '', key: '' }
      },
    )
  }
}
