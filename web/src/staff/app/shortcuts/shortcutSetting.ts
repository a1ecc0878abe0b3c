import { readStored, removeStored, writeStored } from '@/lib/storage'

const storageKey = 'axioma.shortcuts'

/** Shortcuts are on until they are switched off (WCAG 2.1.4). */
export function areShortcutsOn(): boolean {
  return readStored(storageKey) !== false
}

export function switchShortcuts(isOn: boolean): void {
  if (isOn) removeStored(storageKey)
  else writeStored(storageKey, false)
}
