import { useSyncExternalStore } from 'react'

let isOpen = false
const watchers = new Set<() => void>()

function set(next: boolean): void {
  isOpen = next
  for (const watcher of watchers) watcher()
}

export const shortcutDialog = {
  open: () => set(true),
  close: () => set(false),
  subscribe: (watcher: () => void) => {
    watchers.add(watcher)
    return () => watchers.delete(watcher)
  },
}

export function useIsShortcutDialogOpen(): boolean {
  return useSyncExternalStore(shortcutDialog.subscribe, () => isOpen)
}
