import { useEffect } from 'react'
import { useDevice } from '@/api'
import { readStoredSession, SessionError } from '@/api/session'
import { useTitle } from '@/lib/useTitle'
import { LoginScreen } from '@/shared/login/LoginScreen'
import { texts } from './texts'

/** Where staff sign in who come from elsewhere: it stands there before anything of their own app is loaded. */
export function StaffLogin() {
  useTitle(texts.signIn, texts.product)
  const state = useDevice()?.state
  const isGone = state === 'revoked' || state === 'over'
  useEffect(() => {
    // What a device that was revoked has still to hand over is the staff's app's, and so is telling of it.
    if (isGone) window.location.replace('/staff/checkin')
  }, [isGone])
  return <LoginScreen onSignedIn={goOn} />
}

/** Leaves for the staff's app, which begins with what the browser keeps; throws a SessionError where it keeps nothing. */
function goOn(place: string): void {
  if (!readStoredSession()) throw new SessionError(texts.keepsNothing)
  window.location.replace(place)
}
