/** How long after an input the user counts as present. */
const presence = 60_000

let lastInput = Date.now()

/** Records when the user touches the page; returns a function that stops it. `onInput` is called at each input. */
export function watchUserActivity(onInput: () => void = () => undefined): () => void {
  const record = () => {
    lastInput = Date.now()
    onInput()
  }
  const kinds = ['pointerdown', 'keydown', 'wheel', 'touchmove'] as const
  for (const kind of kinds) window.addEventListener(kind, record, { capture: true, passive: true })
  return () => {
    for (const kind of kinds) window.removeEventListener(kind, record, { capture: true })
  }
}

/** Records that the user is present. */
export function recordUserActivity(): void {
  lastInput = Date.now()
}

/** Reports whether the user has touched the page within the last minute. */
export function isUserActive(): boolean {
  return Date.now() - lastInput <= presence
}
