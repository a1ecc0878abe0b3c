import { readStored, removeStored, writeStored } from './storage'

const storageKey = 'axioma.theme'

/** Light, dark, or whatever the device says. */
export type Theme = 'light' | 'dark' | 'system'

/** The choice of this device. */
export function chosenTheme(): Theme {
  const stored = readStored(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** Draws the page as chosen earlier; call it before anything is drawn. */
export function applyChosenTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

/** Chooses how the page is drawn, now and the next time. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') removeStored(storageKey)
  else writeStored(storageKey, theme)
  applyChosenTheme()
}
