import { useSyncExternalStore } from 'react'
import { toastQueue } from './notify'

/** One live region per page, before the toasts are loaded. */
export function Toaster() {
  const Shown = useSyncExternalStore(toastQueue.subscribe, toastQueue.host)
  return <div aria-live="polite">{Shown && <Shown />}</div>
}
