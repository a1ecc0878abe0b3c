import type { Session } from '@/api/session'
import { ShortcutsDialog } from './ShortcutsDialog'
import { useIsShortcutDialogOpen } from './shortcutDialog'
import { useShortcuts } from './useShortcuts'

export function Shortcuts({ session: { role } }: { session: Session }) {
  useShortcuts(role)
  return useIsShortcutDialogOpen() && <ShortcutsDialog role={role} />
}
