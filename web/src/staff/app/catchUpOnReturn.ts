/**
 * A page that the browser brings back from its back/forward cache received no storage events. A storage event
 * without a key says that anything may have changed, so the session and the device are read again.
 */
export function catchUpOnReturn(): void {
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) window.dispatchEvent(new StorageEvent('storage'))
  })
}
