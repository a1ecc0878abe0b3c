import { useSyncExternalStore } from 'react'
import { toastQueue } from './notify'

/** Live region of the toasts, one per page. Exists before the toasts are loaded. */
export function Toaster() {
  const Shown = useSyncExternalStore(toastQueue.subscribe, toastQueue.host)
  return <div aria-live="polite">{Shown && <Shown />}</div>
}
