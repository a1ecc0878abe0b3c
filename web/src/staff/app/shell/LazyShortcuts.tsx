import { useEffect, useSyncExternalStore } from 'react'
import type { Session } from '@/api/session'
import { LazyModule } from '@/kit/lazyModule'
import { useIsShortcutDialogOpen } from '../shortcuts/shortcutDialog'

const shortcuts = new LazyModule(() => import('../shortcuts/Shortcuts'))

/** Loaded after the screen; offline there may be no shortcuts. */
export function LazyShortcuts({ session }: { session: Session }) {
  const part = useSyncExternalStore(shortcuts.subscribe, shortcuts.get)
  const isAsked = useIsShortcutDialogOpen()
  // biome-ignore lint/correctness/useExhaustiveDependencies: opening the list retries a failed load
  useEffect(() => void shortcuts.load(), [isAsked])
  return part && <part.Shortcuts session={session} />
}
