import { Suspense } from 'react'
import { useSession } from '@/api'
import { lazyScreen } from '@/kit/lazyScreen'

const IdleWarning = lazyScreen(() => import('./IdleWarning'), 'IdleWarning')

/** Only for operators: sessions of staff do not end for want of use. */
export function IdleWarner() {
  if (useSession()?.role !== 'SUPERADMIN') return null
  return (
    <Suspense fallback={null}>
      <IdleWarning />
    </Suspense>
  )
}
