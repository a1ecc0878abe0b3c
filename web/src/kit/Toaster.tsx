import { useSyncExternalStore } from 'react'
import { toastQueue } from './notify'

/** The live region of toasts, present before they are loaded. */
export function Toaster() {
  const Shown = useSyncExternalStore(toastQueue.subscribe, toastQueue.host)
  return <div aria-live="polite">{Shown && <Shown />}</div>
}
