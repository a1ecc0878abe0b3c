import { lazy, Suspense } from 'react'
import { RegisterScreen } from '@/features/registration/RegisterScreen'
import { Spinner } from '@/ui/Spinner'
import { PublicShell } from './PublicShell'

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
  return <RegisterScreen businessId={address.searchParams.get('bid')} />
}
