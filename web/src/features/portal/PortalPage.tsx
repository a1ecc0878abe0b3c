import { useCallback, useEffect } from 'react'
import { tellSignedOut } from '@/api/signOut'
import type { Address } from '@/lib/address'
import { Spinner } from '@/ui/Spinner'
import { DataScreen } from './DataScreen'
import { PointsScreen } from './PointsScreen'
import { asksBirthday, nextPlace, signInPlace } from './places'
import { SignInScreen } from './SignInScreen'
import { endPortal, portalSession, startPortal } from './session'

/** The portal at an address: the sign-in, or the page of whoever is signed in. */
export default function PortalPage({ address }: { address: Address }) {
  const session = portalSession()
  const bid = address.searchParams.get('bid')?.trim() || null
  const atSignIn = !address.pathname.startsWith('/portal/')
  const leave = useCallback(() => {
    tellSignedOut('/portal/me/logout', session?.token)
    endPortal()
    window.location.replace(signInPlace(session?.businessId || bid))
  }, [session?.token, session?.businessId, bid])

  if (!atSignIn && !session) return <Redirect to={signInPlace(bid)} />
  if (address.pathname === '/portal/data') return <DataScreen onLeave={leave} />
  if (!atSignIn) return <PointsScreen onLeave={leave} />
  if (session && (!bid || !session.businessId || bid === session.businessId))
    return <Redirect to={nextPlace(address)} />
  return (
    <SignInScreen
      businessId={bid}
      withBirthday={asksBirthday(address)}
      onSignedIn={(opened) => {
        startPortal(opened)
        window.location.replace(nextPlace(address))
      }}
    />
  )
}

function Redirect({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to])
  return <Spinner />
}
