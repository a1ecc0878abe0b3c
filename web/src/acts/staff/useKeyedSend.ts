import { useRef } from 'react'
import { leavesKeyOpen } from '@/api/withIdempotencyKey'
import { newIdempotencyKey } from '@/lib/ids'

/**
 * Sends a body with one idempotency key until a response arrives, as withIdempotencyKey does. The body
 * stays in memory, since it may hold a password.
 */
export function useKeyedSend() {
  const open = useRef({ body: '', key: '' })
  return async <Answer>(body: object, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    const sent = JSON.stringify(body)
    if (sent !== open.current.body) open.current = { body: sent, key: newIdempotencyKey() }
    const { key } = open.current
    const close = () => {
      if (open.current.key === key) open.current = { body: '', key: '' }
    }
    try {
      const answer = await send(key)
      close()
      return answer
    } catch (error) {
      if (!leavesKeyOpen(error)) close()
      throw error
    }
  }
}
