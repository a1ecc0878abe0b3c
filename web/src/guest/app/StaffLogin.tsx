import { useEffect } from 'react'
import { useDevice } from '@/api'
import { readStoredSession, SessionError } from '@/api/session'
import { useTitle } from '@/lib/useTitle'
import { LoginScreen } from '@/shared/login/LoginScreen'
import { texts } from './texts'

/** The sign-in of the staff on the guest page, before the staff app is loaded. */
export function StaffLogin() {
  useTitle(texts.signIn, texts.product)
  const state = useDevice()?.state
  const isGone = state === 'revoked' || state === 'over'
  useEffect(() => {
    // The staff app sends a revoked device's visits to the owner and says so.
    if (isGone) window.location.replace('/staff/checkin')
  }, [isGone])
  return <LoginScreen onSignedIn={continueAt} />
}

/** Opens the staff app, which reads the stored session. Throws a SessionError if the browser stored none. */
function continueAt(place: string): void {
  if (!readStoredSession()) throw new SessionError(texts.keepsNothing)
  window.location.replace(place)
}
