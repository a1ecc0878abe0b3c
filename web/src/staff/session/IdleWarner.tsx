import { Suspense } from 'react'
import { useSession } from '@/api'
import { lazyScreen } from '@/kit/lazyScreen'

const IdleWarning = lazyScreen(() => import('./IdleWarning'), 'IdleWarning')

/** Only for operators: the sessions of staff do not end by idling. */
export function IdleWarner() {
  if (useSession()?.role !== 'SUPERADMIN') return null
  return (
    <Suspense fallback={null}>
      <IdleWarning />
    </Suspense>
  )
}
