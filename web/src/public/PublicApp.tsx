import { RegisterScreen } from '@/features/registration/RegisterScreen'
import { PublicShell } from './PublicShell'

/** Chooses the public page by the address. There are few, and each is loaded afresh, so no router is needed. */
export function PublicApp({ address }: { address: URL }) {
  return (
    <PublicShell>
      <RegisterScreen businessId={address.searchParams.get('bid')} />
    </PublicShell>
  )
}
