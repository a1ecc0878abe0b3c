import { Suspense } from 'react'
import { useSession } from '@/api'
import { lazyScreen } from '@/kit/lazyScreen'

const IdleWarning = lazyScreen(() => import('./IdleWarning'), 'IdleWarning')

/** Warns operators before their idle session ends. Sessions of staff have no idle timeout. */
export function IdleWarner() {
  if (useSession()?.role !== 'SUPERADMIN') return null
  return (
    <Suspense fallback={null}>
      <IdleWarning />
    </Suspense>
  )
}
