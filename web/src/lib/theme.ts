import { readStored, removeStored, writeStored } from './storage'

const storageKey = 'axioma.theme'

export type Theme = 'light' | 'dark' | 'system'

export function chosenTheme(): Theme {
  const stored = readStored(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

export function applyChosenTheme(): void {
  const theme = chosenTheme()
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
}

export function chooseTheme(theme: Theme): void {
  if (theme === 'system') removeStored(storageKey)
  else writeStored(storageKey, theme)
  applyChosenTheme()
}
