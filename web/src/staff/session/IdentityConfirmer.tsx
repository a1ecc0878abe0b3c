import { Suspense, useSyncExternalStore } from 'react'
import { identityConfirmation } from '@/api'
import { lazyScreen } from '@/kit/lazyScreen'

const ConfirmIdentityDialog = lazyScreen(() => import('./ConfirmIdentityDialog'), 'ConfirmIdentityDialog')

/** Opens one dialog while a call waits for the user to authenticate again. */
export function IdentityConfirmer() {
  const isAsked = useSyncExternalStore(identityConfirmation.subscribe, () => identityConfirmation.isAsked)
  if (!isAsked) return null
  return (
    <Suspense fallback={null}>
      <ConfirmIdentityDialog
        onConfirmed={() => identityConfirmation.settle(true)}
        onClose={() => identityConfirmation.settle(false)}
      />
    </Suspense>
  )
}
