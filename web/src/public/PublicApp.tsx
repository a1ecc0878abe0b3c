import { lazy, Suspense, useEffect, useState } from 'react'
import { portalSession } from '@/features/portal/session'
import { RegisterScreen } from '@/features/registration/RegisterScreen'
import { Spinner } from '@/ui/Spinner'
import { PublicShell } from './PublicShell'
import { Unbroken } from './Unbroken'

const FixedScreen = lazy(() => import('@/features/registration/FixedScreen'))
const PortalPage = lazy(() => import('@/features/portal/PortalPage'))

/** Chooses the public page by the address. There are few, and each is loaded afresh, so no router is needed. */
export function PublicApp({ address }: { address: URL }) {
  const [fixed, setFixed] = useState<string | null>(null)
  return (
    <PublicShell businessId={businessAt(address) ?? fixed}>
      <Unbroken>
        <Suspense fallback={<Spinner />}>
          <Page address={address} onFixed={setFixed} />
        </Suspense>
      </Unbroken>
    </PublicShell>
  )
}

interface PageProps {
  address: URL
  /** Tells the business that the server has fixed. */
  onFixed: (businessId: string) => void
}

function Page({ address, onFixed }: PageProps) {
  if (isPortal(address)) return <PortalPage address={address} />
  const path = address.pathname.replace(/\/$/, '')
  if (path === '/app/public/qr') return <Redirect to={`/app/qr${address.search}`} />
  if (fixedPlaces.includes(path)) return <FixedScreen address={address} onBusiness={onFixed} />
  if (path === '/public/register') return <RegisterScreen businessId={address.searchParams.get('bid')} />
  // The server gives this page to whatever begins like one of them.
  return <Redirect to="/" />
}

/** The business that the address names, or where the customer is signed in. */
function businessAt(address: URL): string | null {
  const signedIn = isPortal(address) ? portalSession()?.businessId : null
  return address.searchParams.get('bid')?.trim() || signedIn || null
}

const fixedPlaces = ['/qr', '/public/qr', '/app/qr']

const isPortal = ({ pathname }: URL) => /^\/portal(\/(points|data))?\/?$/.test(pathname)

function Redirect({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to])
  return <Spinner />
}
