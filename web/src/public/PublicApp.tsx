import { Suspense, useEffect, useState } from 'react'
import { useShown } from '@/api/shown'
import { portalSession } from '@/features/portal/session'
import { RegisterScreen } from '@/features/registration/RegisterScreen'
import type { Address } from '@/lib/address'
import { lazyScreen } from '@/ui/lazyScreen'
import { Spinner } from '@/ui/Spinner'
import { PublicShell } from './PublicShell'
import { isPortal, placeAt } from './pages'
import { Unbroken } from './Unbroken'

const FixedScreen = lazyScreen(() => import('@/features/registration/FixedScreen'), 'default')
const PortalPage = lazyScreen(() => import('@/features/portal/PortalPage'), 'default')

/** Loads what the page at an address needs besides this file; that it does not come is told when the page is shown. */
export async function preloadPage(address: Address): Promise<void> {
  const place = placeAt(address)
  if ('leadsTo' in place || place.page === 'form') return
  await (place.page === 'portal' ? PortalPage : FixedScreen).preload()
}

/** Chooses the public page by the address. There are few, and each is loaded afresh, so no router is needed. */
export function PublicApp({ address }: { address: Address }) {
  const shown = useShown()?.business?.id ?? null
  const [fixed, setFixed] = useState(shown)
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
  address: Address
  /** Tells the business that the server has fixed. */
  onFixed: (businessId: string) => void
}

function Page({ address, onFixed }: PageProps) {
  const place = placeAt(address)
  if ('leadsTo' in place) return <Redirect to={place.leadsTo} />
  if (place.page === 'portal') return <PortalPage address={address} />
  if (place.page === 'fixed') return <FixedScreen address={address} onBusiness={onFixed} />
  return <RegisterScreen businessId={place.businessId} />
}

/** The business that the address names, or where the customer is signed in. */
function businessAt(address: Address): string | null {
  const signedIn = isPortal(address) ? portalSession()?.businessId : null
  return address.searchParams.get('bid')?.trim() || signedIn || null
}

function Redirect({ to }: { to: string }) {
  useEffect(() => window.location.replace(to), [to])
  return <Spinner />
}
