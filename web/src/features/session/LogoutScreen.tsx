import { useEffect } from 'react'
import { session } from '@/api'
import { tellSignedOut } from '@/api/signOut'
import { forgetDrafts } from '@/lib/drafts'
import { Spinner } from '@/ui/Spinner'
import { texts } from './texts'

/** Ends the session and loads the sign-in page anew, so that nothing of the session stays in memory. */
export function LogoutScreen() {
  useEffect(() => {
    tellSignedOut('/auth/logout', session.get()?.token)
    session.end()
    forgetDrafts()
    window.location.replace('/login')
  }, [])
  return <Spinner label={texts.signingOut} />
}
