/**
 * Calls `onChange` when another tab changed the stored value. A page that the browser brings back from its
 * back/forward cache received no storage event, so it is called then too.
 */
export function watchStored(key: string, onChange: () => void): void {
  window.addEventListener('storage', (event) => {
    if (event.key === key || event.key === null) onChange()
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) onChange()
  })
}
