import { useSyncExternalStore } from 'react'

/** The browser's offer to put the app on the home screen, which it makes once, and early. */
export interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

const captured = { prompt: null as InstallPrompt | null, listeners: new Set<() => void>() }

/** Keeps the browser's offer until a screen has a place for it. */
export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setPrompt(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => setPrompt(null))
}

/** The offer as long as it stands. */
export function useInstallPrompt(): InstallPrompt | null {
  return useSyncExternalStore(subscribe, () => captured.prompt)
}

/** Makes the offer, which stands once: the browser asks, and makes another one when it likes. */
export async function showInstallPrompt(): Promise<void> {
  const { prompt } = captured
  setPrompt(null)
  await prompt?.prompt()
}

/** Whether this is a browser of Apple's telephones that would put the page on the home screen, but only by hand. */
export function needsManualInstall(): boolean {
  return 'standalone' in navigator && !navigator.standalone
}

function setPrompt(prompt: InstallPrompt | null): void {
  captured.prompt = prompt
  for (const listener of captured.listeners) listener()
}

function subscribe(listener: () => void): () => void {
  captured.listeners.add(listener)
  return () => captured.listeners.delete(listener)
}
