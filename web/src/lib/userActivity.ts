/** Milliseconds after an input for which the user counts as present. */
const presence = 60_000

let lastInput = Date.now()

/** Calls `onInput` at each input. The returned function stops it. */
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

export function recordUserActivity(): void {
  lastInput = Date.now()
}

/** True if the last input was within a minute. */
export function isUserActive(): boolean {
  return Date.now() - lastInput <= presence
}
