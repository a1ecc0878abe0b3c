import { readStored, removeStored, writeStored } from './storage'

const storageKey = 'axioma.theme'

export type Theme = 'light' | 'dark' | 'system'

export function chosenTheme(): Theme {
  const storedValue = readStored(storageKey)
  return storedValue === 'light' || storedValue === 'dark' ? storedValue : 'system'
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
