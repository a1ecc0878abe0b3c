import { useSyncExternalStore } from 'react'
import { messages } from './notify'

/** Where the short messages of `notify` appear. One per page; it can be heard before it can show them. */
export function Toaster() {
  const Shown = useSyncExternalStore(messages.watch, messages.place)
  return <div aria-live="polite">{Shown && <Shown />}</div>
}
