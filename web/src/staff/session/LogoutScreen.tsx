import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useOutbox } from '@/acts/staff/outbox/OutboxProvider'
import { isWaiting } from '@/acts/staff/outbox/waitingVisit'
import { useSnapshot } from '@/acts/staff/snapshot/SnapshotProvider'
import { session } from '@/api'
import { sendSignOut } from '@/api/signOut'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Spinner } from '@/kit/Spinner'
import { forgetDrafts } from '@/lib/drafts'
import { clearIdempotencyKeys } from '@/lib/idempotencyKeys'
import { pause } from '@/lib/waits'
import { clearReturnPath } from '@/shared/login/returnPath'
import { texts } from '@/shared/login/texts'

/** For how long a browser may be about erasing what it keeps, in milliseconds: one that does not answer holds nobody up. */
const eraseTimeout = 3000

/** Ends the session, but asks first while visits of this device have no answer: who signs in next may belong elsewhere. */
export function LogoutScreen() {
  const outbox = useOutbox()
  const { history } = useRouter()
  const [waiting, setWaiting] = useState(0)
  const known = useRef(useSnapshot())
  const leave = useCallback(async () => {
    sendSignOut('/auth/logout', session.get()?.token)
    session.end()
    forgetDrafts()
    clearIdempotencyKeys()
    clearReturnPath()
    // What is still being erased when the page is left may stay.
    await Promise.race([known.current?.erase(), pause(eraseTimeout, new AbortController().signal)])
    // The sign-in page is loaded anew, so that nothing of the session stays in memory.
    window.location.replace('/login')
  }, [])

  useEffect(() => {
    let here = true
    void (outbox?.ready ?? Promise.resolve()).then(() => {
      if (!here) return
      const count = outbox?.rows().filter(isWaiting).length ?? 0
      if (count > 0) setWaiting(count)
      else void leave()
    })
    return () => {
      here = false
    }
  }, [outbox, leave])

  return (
    <>
      <Spinner label={texts.signingOut} />
      <ConfirmDialog
        open={waiting > 0}
        title={texts.waiting.title(waiting)}
        confirm={texts.waiting.leave}
        busy={false}
        busyLabel={texts.signingOut}
        onConfirm={() => void leave()}
        onClose={() => history.back()}
      >
        <p>{texts.waiting.detail}</p>
      </ConfirmDialog>
    </>
  )
}
