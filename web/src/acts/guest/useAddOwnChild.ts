import { useAction } from '@/acts/shared/useAction'
import { retryOnce } from '@/api/retryOnce'
import type { NewChild, OwnChild } from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'

/** Sends a child that a guardian adds herself, with the key that makes it count once. */
type Send = (child: NewChild, key: string) => Promise<OwnChild>

/** Adding a child of one's own on a page for customers: once, however often it is tried. */
export function useAddOwnChild(send: Send, onAdded: (child: OwnChild) => void) {
  const { isPending, error, start, reset } = useAction(async (child: NewChild) =>
    onAdded(
      await withIdempotencyKey(`own child ${JSON.stringify(child)}`, (key) =>
        retryOnce(() => send(child, key)),
      ),
    ),
  )
  return { busy: isPending, failure: error, add: start, forget: reset }
}
