import { useRef } from 'react'
import { newIdempotencyKey } from '@/lib/ids'

/** Makes one idempotency key per body. The body stays in memory, since it may hold a password. */
export function useKeyOf() {
  const last = useRef({ sent: '', key: '' })
  return (body: object): string => {
    const sent = JSON.stringify(body)
    if (sent !== last.current.sent) last.current = { sent, key: newIdempotencyKey() }
    return last.current.key
  }
}
