import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { Role } from '@/api/types'
import { destinationsFor, mayOpen } from '../shell/destinations'
import { type Shortcut, ShortcutReader } from './ShortcutReader'
import { shortcutDialog } from './shortcutDialog'
import { areShortcutsOn } from './shortcutSetting'

declare module '@tanstack/react-router' {
  interface HistoryState {
    focusSearch?: true
  }
}

const list = '/app/customers/list'

/** Shortcuts on every screen except the counter, whose box receives all keys. */
export function useShortcuts(role: Role): void {
  const router = useRouter()
  useEffect(() => {
    const run = (shortcut: Shortcut) => {
      if (shortcut.act === 'help') return shortcutDialog.open()
      if (shortcut.act === 'search') {
        if (router.state.location.pathname === list) return focusSearch()
        return void router.navigate({ to: list, state: { focusSearch: true } })
      }
      const items = destinationsFor(role).flat()
      const item = items.find((one) => one.key === shortcut.key && mayOpen(one, role))
      if (item) void router.navigate({ to: item.to })
    }
    const reader = new ShortcutReader(run)
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isCharacter(event)) return
      if (isTakenElsewhere(event) || !areShortcutsOn() || isCounter(router.state.location.pathname))
        reader.reset(event.timeStamp)
      // Otherwise Firefox opens its own search at '/'.
      else if (reader.press(event.key, event.timeStamp)) event.preventDefault()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      reader.reset(0)
    }
  }, [router, role])
}

function focusSearch(): void {
  const input = document.querySelector<HTMLInputElement>('main input[type=search]')
  input?.focus()
  input?.select()
}

const isCounter = (pathname: string) => pathname.startsWith('/staff/checkin')

/** Includes Enter, which ends a reader's burst. */
function isCharacter({ key }: KeyboardEvent): boolean {
  return key.length === 1 || key === 'Enter'
}

function isTakenElsewhere(event: KeyboardEvent): boolean {
  const { target, ctrlKey, metaKey, altKey, repeat, isComposing, defaultPrevented } = event
  if (ctrlKey || metaKey || altKey || repeat || isComposing || defaultPrevented) return true
  if (document.querySelector('dialog[open], [role=menu]')) return true
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}
