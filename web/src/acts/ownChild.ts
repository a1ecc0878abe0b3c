import { useState } from 'react'
import { askedAgain } from '@/api/askedAgain'
import { askedOnce } from '@/api/askedOnce'
import { ApiError } from '@/api/error'
import type { NewChild, OwnChild } from '@/api/types'

/** Sends a child that a guardian adds herself, with the key that makes it count once. */
type Send = (child: NewChild, key: string) => Promise<OwnChild>

/** Adding a child of one's own on a page for customers: once, however often it is tried. */
export function useOwnChild(send: Send, onAdded: (child: OwnChild) => void) {
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<Error | null>(null)
  const add = async (child: NewChild) => {
    setBusy(true)
    setFailure(null)
    try {
      onAdded(
        await askedOnce(`own child ${JSON.stringify(child)}`, (key) => askedAgain(() => send(child, key))),
      )
    } catch (error) {
      setFailure(error instanceof Error ? error : new Error(String(error)))
    }
    setBusy(false)
  }
  const refused = failure instanceof ApiError ? failure.fieldErrors : {}
  return { busy, failure, refused, add, forget: () => setFailure(null) }
}
