import { Suspense, useEffect, useState } from 'react'
import { keptSession } from '@/api/session'
import { useShown } from '@/api/shown'
import { RegisterScreen } from '@/guest/registration/RegisterScreen'
import { lazyScreen } from '@/kit/lazyScreen'
import { Spinner } from '@/kit/Spinner'
import type { Address } from '@/lib/address'
import { homeOf } from '@/shared/login/place'
import { PublicShell } from './PublicShell'
import { type PageName, pageAt, placeAt } from './pages'
import { Unbroken } from './Unbroken'
import { businessNamed, businessOnDevice, hasPortal } from './whose'

const FixedScreen = lazyScreen(() => import('@/guest/registration/FixedScreen'), 'default')
const LandingScreen = lazyScreen(() => import('@/guest/landing/LandingScreen'), 'LandingScreen')
const LegalScreen = lazyScreen(() => import('@/guest/legal/LegalScreen'), 'LegalScreen')
const StaffDoor = lazyScreen(() => import('./StaffDoor'), 'StaffDoor')
const PortalPage = lazyScreen(() => import('@/guest/portal/PortalPage'), 'default')

/** The pages that are files of their own. */
const later: Partial<Record<PageName, Pick<typeof LandingScreen, 'preload' | 'isThere'>>> = {
  start: LandingScreen,
  login: StaffDoor,
  legal: LegalScreen,
  fixed: FixedScreen,
  portal: PortalPage,
}

/** Loads what the page at an address needs besides this file, and answers whether it is there. */
export async function preloadPage(address: Address): Promise<boolean> {
  const page = pageAt(address)
  const screen = page && later[page]
  await screen?.preload()
  return screen?.isThere() ?? true
}

/** Chooses the public page by the address. There are few, and each is loaded afresh, so no router is needed. */
export function PublicApp({ address }: { address: Address }) {
  const shown = useShown()?.business?.id ?? null
  const [fixed, setFixed] = useState(shown)
  const businessId = businessNamed(address) ?? businessOnDevice(address) ?? fixed
  return (
    <PublicShell businessId={businessId} page={pageAt(address)}>
      <Unbroken>
        <Suspense fallback={<Spinner />}>
          <Page address={address} onFixed={setFixed} />
        </Suspense>
      </Unbroken>
    </PublicShell>
  )
}

interface PageProps {
  address: Address
  /** Tells the business that the server has fixed. */
  onFixed: (businessId: string) => void
}

function Page({ address, onFixed }: PageProps) {
  const place = placeAt(address)
  if ('leadsTo' in place) return <Redirect to={place.leadsTo} />
  if (place.page === 'start') return <Start />
  if (place.page === 'login') return <StaffDoor />
  if (place.page === 'legal') {
    const of = { named: businessNamed(address), onDevice: businessOnDevice(address) }
    return <LegalScreen about={place.about} of={of} />
  }
  if (place.page === 'portal') return <PortalPage address={address} />
  if (place.page === 'fixed') return <FixedScreen address={address} onBusiness={onFixed} />
  const { businessId, isShort } = place
  return <RegisterScreen businessId={businessId} isShort={isShort} signedIn={hasPortal(businessId)} />
}

/** The start, or where somebody belongs who is signed in on this device. */
function Start() {
  const current = keptSession()
  return current ? <Redirect to={homeOf(current.role)} /> : <LandingScreen />
}

function Redirect({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to])
  return <Spinner />
}
