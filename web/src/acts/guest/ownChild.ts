import { useAct } from '@/acts/shared/useAct'
import { askedAgain } from '@/api/askedAgain'
import { askedOnce } from '@/api/askedOnce'
import type { NewChild, OwnChild } from '@/api/types'

/** Sends a child that a guardian adds herself, with the key that makes it count once. */
type Send = (child: NewChild, key: string) => Promise<OwnChild>

/** Adding a child of one's own on a page for customers: once, however often it is tried. */
export function useOwnChild(send: Send, onAdded: (child: OwnChild) => void) {
  const { isPending, error, start, reset } = useAct(async (child: NewChild) =>
    onAdded(
      await askedOnce(`own child ${JSON.stringify(child)}`, (key) => askedAgain(() => send(child, key))),
    ),
  )
  return { busy: isPending, failure: error, add: start, forget: reset }
}
