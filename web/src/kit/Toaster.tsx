import { useSyncExternalStore } from 'react'
import { toastQueue } from './notify'

/** The live region of toasts, present before they are loaded. */
export function Toaster() {
  const ToastHost = useSyncExternalStore(toastQueue.subscribe, toastQueue.host)
  return <div aria-live="polite">{ToastHost && <ToastHost />}</div>
}
