import { Suspense } from 'react'
import { useSession } from '@/api'
import { lazyScreen } from '@/kit/lazyScreen'

const IdleWarning = lazyScreen(() => import('./IdleWarning'), 'IdleWarning')

/** IdleWarner warns operators before their session ends for want of use. The sessions of staff do not. */
export function IdleWarner() {
  if (useSession()?.role !== 'SUPERADMIN') return null
  return (
    <Suspense fallback={null}>
      <IdleWarning />
    </Suspense>
  )
}
