import { useSyncExternalStore } from 'react'
import { toastQueue } from './notify'

/** Where the short messages of `notify` appear. One per page; it can be heard before it can show them. */
export function Toaster() {
  const Shown = useSyncExternalStore(toastQueue.subscribe, toastQueue.host)
  return <div aria-live="polite">{Shown && <Shown />}</div>
}
