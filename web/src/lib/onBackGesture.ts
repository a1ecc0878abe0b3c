interface WithCloseWatcher {
  CloseWatcher?: new () => { onclose: () => void; destroy: () => void }
}

/** Calls `act` for a back gesture, until the returned function is called. Other browsers than Chromium go back. */
export function onBackGesture(act: () => void): () => void {
  const { CloseWatcher } = window as WithCloseWatcher
  if (!CloseWatcher) return () => undefined
  const watcher = new CloseWatcher()
  watcher.onclose = act
  // Escape closes a menu or clears a field. It must not trigger the watcher too.
  const keepEscape = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !document.querySelector('dialog[open]')) event.preventDefault()
  }
  document.addEventListener('keydown', keepEscape)
  return () => {
    document.removeEventListener('keydown', keepEscape)
    watcher.destroy()
  }
}
