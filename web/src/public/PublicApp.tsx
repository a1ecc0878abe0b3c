import { lazy, Suspense, useEffect } from 'react'
import { RegisterScreen } from '@/features/registration/RegisterScreen'
import { Spinner } from '@/ui/Spinner'
import { PublicShell } from './PublicShell'

const FixedScreen = lazy(() => import('@/features/registration/FixedScreen'))
const PortalPage = lazy(() => import('@/features/portal/PortalPage'))

/** Chooses the public page by the address. There are few, and each is loaded afresh, so no router is needed. */
export function PublicApp({ address }: { address: URL }) {
  return (
    <PublicShell>
      <Suspense fallback={<Spinner />}>
        <Page address={address} />
      </Suspense>
    </PublicShell>
  )
}

function Page({ address }: { address: URL }) {
  if (/^\/portal(\/|$)/.test(address.pathname)) return <PortalPage address={address} />
  if (address.pathname === '/app/public/qr') return <Redirect to={`/app/qr${address.search}`} />
  if (/\/qr\/?$/.test(address.pathname)) return <FixedScreen address={address} />
  return <RegisterScreen businessId={address.searchParams.get('bid')} />
}

function Redirect({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to])
  return <Spinner />
}
