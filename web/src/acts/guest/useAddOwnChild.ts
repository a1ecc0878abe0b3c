import { useAction } from '@/acts/shared/useAction'
import { retryOnce } from '@/api/retryOnce'
import type { NewChild, OwnChild } from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'

type Send = (child: NewChild, key: string) => Promise<OwnChild>

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
