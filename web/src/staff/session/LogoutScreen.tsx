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

/** Milliseconds for which the page waits for the browser to erase its data. */
const eraseTimeout = 3000

/** Signs out. Asks for confirmation if visits wait to be sent: the next user may belong to another business. */
export function LogoutScreen() {
  const outbox = useOutbox()
  const { history } = useRouter()
  const [waiting, setWaiting] = useState(0)
  const snapshot = useRef(useSnapshot())
  const leave = useCallback(async () => {
    sendSignOut('/auth/logout', session.get()?.token)
    session.end()
    forgetDrafts()
    clearIdempotencyKeys()
    clearReturnPath()
    // An erasure that is unfinished when the page unloads may fail.
    await Promise.race([snapshot.current?.erase(), pause(eraseTimeout, new AbortController().signal)])
    // A page load clears the session from memory.
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
