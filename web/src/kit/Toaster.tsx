import { useSyncExternalStore } from 'react'
import { toastQueue } from './notify'

/** The page's one live region, present before the toasts are loaded. */
export function Toaster() {
  const Shown = useSyncExternalStore(toastQueue.subscribe, toastQueue.host)
  return <div aria-live="polite">{Shown && <Shown />}</div>
}
