import type { Session } from '@/api/session'
import { ShortcutsDialog } from './ShortcutsDialog'
import { useIsShortcutDialogOpen } from './shortcutDialog'
import { useLostFocus } from './useLostFocus'
import { useShortcuts } from './useShortcuts'

export function Shortcuts({ session: { role } }: { session: Session }) {
  useShortcuts(role)
  // This file is loaded after the screen.
  useLostFocus()
  return useIsShortcutDialogOpen() && <ShortcutsDialog role={role} />
}
