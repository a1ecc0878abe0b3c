import { useSyncExternalStore } from 'react'

/** The event with which a browser offers to install the app. It fires once, soon after the page load. */
export interface InstallPrompt extends Event {
  prompt: () => Promise<unknown>
}

const promptStore = { prompt: null as InstallPrompt | null, listeners: new Set<() => void>() }

export function captureInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    setPrompt(event as InstallPrompt)
  })
  window.addEventListener('appinstalled', () => setPrompt(null))
}

export function useInstallPrompt(): InstallPrompt | null {
  return useSyncExternalStore(subscribe, () => promptStore.prompt)
}

/** Shows the browser's prompt, which an event can do only once. */
export async function showInstallPrompt(): Promise<void> {
  const { prompt } = promptStore
  setPrompt(null)
  await prompt?.prompt()
}

/** True in browsers of iPhones and iPads, which install only through a menu. */
export function needsManualInstall(): boolean {
  return 'standalone' in navigator && !navigator.standalone
}

function setPrompt(prompt: InstallPrompt | null): void {
  promptStore.prompt = prompt
  for (const listener of promptStore.listeners) listener()
}

function subscribe(listener: () => void): () => void {
  promptStore.listeners.add(listener)
  return () => promptStore.listeners.delete(listener)
}
