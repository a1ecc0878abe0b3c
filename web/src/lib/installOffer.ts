import { useSyncExternalStore } from 'react'

/** The browser's offer to put the app on the home screen, which it makes once, and early. */
export interface InstallOffer extends Event {
  prompt: () => Promise<unknown>
}

const held = { offer: null as InstallOffer | null, listeners: new Set<() => void>() }

/** Keeps the browser's offer until a screen has a place for it. */
export function holdInstallOffer(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault()
    hold(event as InstallOffer)
  })
  window.addEventListener('appinstalled', () => hold(null))
}

/** The offer as long as it stands. */
export function useInstallOffer(): InstallOffer | null {
  return useSyncExternalStore(listen, () => held.offer)
}

/** Makes the offer, which stands once: the browser asks, and makes another one when it likes. */
export async function takeInstallOffer(): Promise<void> {
  const { offer } = held
  hold(null)
  await offer?.prompt()
}

/** Whether this is a browser of Apple's telephones that would put the page on the home screen, but only by hand. */
export function installsByHand(): boolean {
  return 'standalone' in navigator && !navigator.standalone
}

function hold(offer: InstallOffer | null): void {
  held.offer = offer
  for (const tell of held.listeners) tell()
}

function listen(tell: () => void): () => void {
  held.listeners.add(tell)
  return () => held.listeners.delete(tell)
}
