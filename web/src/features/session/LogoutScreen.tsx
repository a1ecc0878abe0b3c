import { useRouter } from '@tanstack/react-router'
import { useCallback, useEffect, useState } from 'react'
import { useOutbox } from '@/acts/outbox/OutboxProvider'
import { isWaiting } from '@/acts/outbox/waitingVisit'
import { session } from '@/api'
import { tellSignedOut } from '@/api/signOut'
import { forgetDrafts } from '@/lib/drafts'
import { forgetKeys } from '@/lib/openKeys'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Spinner } from '@/ui/Spinner'
import { forgetPlace } from './place'
import { texts } from './texts'

/** Ends the session, but asks first while visits of this device have no answer: who signs in next may belong elsewhere. */
export function LogoutScreen() {
  const outbox = useOutbox()
  const { history } = useRouter()
  const [waiting, setWaiting] = useState(0)
  const leave = useCallback(() => {
    tellSignedOut('/auth/logout', session.get()?.token)
    session.end()
    forgetDrafts()
    forgetKeys()
    forgetPlace()
    // The sign-in page is loaded anew, so that nothing of the session stays in memory.
    window.location.replace('/login')
  }, [])

  useEffect(() => {
    let here = true
    void (outbox?.ready ?? Promise.resolve()).then(() => {
      if (!here) return
      const count = outbox?.rows().filter(isWaiting).length ?? 0
      if (count > 0) setWaiting(count)
      else leave()
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
        onConfirm={leave}
        onClose={() => history.back()}
      >
        <p>{texts.waiting.detail}</p>
      </ConfirmDialog>
    </>
  )
}
