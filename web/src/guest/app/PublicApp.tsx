import { Suspense, useEffect, useState } from 'react'
import { usePageData } from '@/api/pageData'
import { readStoredSession } from '@/api/session'
import { RegisterScreen } from '@/guest/registration/RegisterScreen'
import { lazyScreen } from '@/kit/lazyScreen'
import { Spinner } from '@/kit/Spinner'
import type { Address } from '@/lib/address'
import { homePathOf } from '@/shared/login/returnPath'
import { businessInAddress, isPortalOpen, signedInBusiness } from './currentBusiness'
import { ErrorBoundary } from './ErrorBoundary'
import { PublicShell } from './PublicShell'
import { type PageName, pageNameAt, routeAt } from './routes'

const FixedScreen = lazyScreen(() => import('@/guest/registration/FixedScreen'), 'default')
const CounterRegistration = lazyScreen(
  () => import('@/guest/registration/CounterRegistration'),
  'CounterRegistration',
)
const LandingScreen = lazyScreen(() => import('@/guest/landing/LandingScreen'), 'LandingScreen')
const LegalScreen = lazyScreen(() => import('@/guest/legal/LegalScreen'), 'LegalScreen')
const StaffDoor = lazyScreen(() => import('./StaffLogin'), 'StaffLogin')
const PortalPage = lazyScreen(() => import('@/guest/portal/PortalPage'), 'default')

const lazyPages: Partial<Record<PageName, Pick<typeof LandingScreen, 'preload' | 'isLoaded'>>> = {
  landing: LandingScreen,
  login: StaffDoor,
  legal: LegalScreen,
  fixedRegistration: FixedScreen,
  portal: PortalPage,
}

/** Loads the page's file. False if that fails. */
export async function preloadPage(address: Address): Promise<boolean> {
  const page = pageNameAt(address)
  const screen = page && lazyPages[page]
  await screen?.preload()
  return screen?.isLoaded() ?? true
}

/** Renders the page of an address. Each navigation loads a new page, so no router is needed. */
export function PublicApp({ address }: { address: Address }) {
  const renderedFor = usePageData()?.business?.id ?? null
  const [fixedId, setFixedId] = useState(renderedFor)
  const businessId = businessInAddress(address) ?? signedInBusiness(address) ?? fixedId
  return (
    <PublicShell businessId={businessId} page={pageNameAt(address)}>
      <ErrorBoundary>
        <Suspense fallback={<Spinner />}>
          <Page address={address} onFixed={setFixedId} />
        </Suspense>
      </ErrorBoundary>
    </PublicShell>
  )
}

interface PageProps {
  address: Address
  onFixed: (businessId: string) => void
}

function Page({ address, onFixed }: PageProps) {
  const route = routeAt(address)
  if ('redirectTo' in route) return <Redirect to={route.redirectTo} />
  if (route.page === 'landing') return <StartPage />
  if (route.page === 'login') return <StaffDoor />
  if (route.page === 'legal') {
    const subject = { namedId: businessInAddress(address), onDevice: signedInBusiness(address) }
    return <LegalScreen about={route.about} subject={subject} />
  }
  if (route.page === 'portal') return <PortalPage address={address} />
  if (route.page === 'fixedRegistration') return <FixedScreen address={address} onBusiness={onFixed} />
  const { businessId, isShort } = route
  if (address.searchParams.has('mostrador')) return <CounterRegistration businessId={businessId} />
  return <RegisterScreen businessId={businessId} isShort={isShort} signedIn={isPortalOpen(businessId)} />
}

function StartPage() {
  const current = readStoredSession()
  return current ? <Redirect to={homePathOf(current.role)} /> : <LandingScreen />
}

function Redirect({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to])
  return <Spinner />
}
