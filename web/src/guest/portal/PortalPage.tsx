import { useCallback, useEffect, useState } from 'react'
import { loadCards } from '@/api/ownLists'
import { usePageData } from '@/api/pageData'
import { endPortalSession, readPortalSession, startPortalSession } from '@/api/portalSession'
import { sendSignOut } from '@/api/signOut'
import type { PortalCard, PortalSession } from '@/api/types'
import { Spinner } from '@/kit/Spinner'
import type { Address } from '@/lib/address'
import { PointsScreen } from './card/PointsScreen'
import { ChooseCard } from './cards/ChooseCard'
import { DataScreen } from './data/DataScreen'
import { type LeaveReason, saveLeaveReason } from './leaveReason'
import { nextPath, requiresBirthday, signInPath } from './paths'
import { SignInScreen } from './signin/SignInScreen'

export default function PortalPage({ address }: { address: Address }) {
  const [{ session, turn }, setOpened] = useState(() => ({ session: readPortalSession(), turn: 0 }))
  const bid = address.searchParams.get('bid')?.trim() || null
  const atSignIn = !address.pathname.startsWith('/portal/')
  const renderedSession = usePageData()?.session
  // Decided once, because a sign-in that was just completed redirects by itself.
  const [signsIn] = useState(
    () =>
      atSignIn && (!session || renderedSession || (bid && session.businessId && bid !== session.businessId)),
  )
  useReloadOnOtherCard(session?.token)
  const leave = useCallback(
    (why?: LeaveReason) => {
      sendSignOut('/portal/me/logout', session?.token)
      endPortalSession()
      if (why) saveLeaveReason(why)
      window.location.replace(signInPath(session?.businessId || bid))
    },
    [session?.token, session?.businessId, bid],
  )

  const start = (openedSession: PortalSession) => {
    startPortalSession(openedSession)
    setOpened({ session: readPortalSession(), turn: turn + 1 })
  }
  if (signsIn) return <Entrance address={address} businessId={bid} onSignedIn={start} />
  if (!session) return <Redirect to={signInPath(bid)} />
  if (atSignIn) return <Redirect to={nextPath(address)} />
  const open = (openedSession: PortalSession) => {
    start(openedSession)
    window.scrollTo(0, 0)
  }
  if (address.pathname === '/portal/data')
    return <DataScreen customerId={session.customerId} onLeave={leave} onOpened={open} />
  return <PointsScreen customerId={session.customerId} turn={turn} onLeave={leave} onOpened={open} />
}

interface EntranceProps {
  address: Address
  businessId: string | null
  onSignedIn: (session: PortalSession) => void
}

/** The sign-in. Afterwards a customer with several cards chooses one, unless the address names a business. */
function Entrance({ address, businessId, onSignedIn }: EntranceProps) {
  const [cards, setCards] = useState<readonly PortalCard[] | null>(null)
  const openCard = (session: PortalSession) => {
    onSignedIn(session)
    window.location.replace(nextPath(address))
  }
  if (cards) return <ChooseCard cards={cards} onOpened={openCard} />
  const choose = async (session: PortalSession) => {
    onSignedIn(session)
    const cards = await loadCards().catch(() => [])
    if (cards.length > 1) setCards(cards)
    else window.location.replace(nextPath(address))
  }
  return (
    <SignInScreen
      businessId={businessId}
      withBirthday={requiresBirthday(address)}
      onSignedIn={businessId ? openCard : choose}
    />
  )
}

/**
 * Reloads if another tab opens another card or signs out, also after a restore from the back/forward cache. The
 * device caches only one card.
 */
function useReloadOnOtherCard(token: string | undefined): void {
  useEffect(() => {
    const look = () => {
      if (readPortalSession()?.token !== token) window.location.reload()
    }
    window.addEventListener('storage', look)
    window.addEventListener('pageshow', look)
    return () => {
      window.removeEventListener('storage', look)
      window.removeEventListener('pageshow', look)
    }
  }, [token])
}

function Redirect({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to])
  return <Spinner />
}
