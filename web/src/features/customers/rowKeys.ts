import type { KeyboardEvent } from 'react'

const rowLink = 'a[data-row-link]'

/** Lets the arrows go from the search into the rows, through them and back. */
export function moveThroughRows(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step || event.altKey || event.ctrlKey || event.metaKey) return
  const stops = event.currentTarget.querySelectorAll<HTMLElement>(`input[type="search"], ${rowLink}`)
  const row = document.activeElement?.closest('tr')?.querySelector(rowLink)
  const here = [...stops].findIndex((stop) => stop === document.activeElement || stop === row)
  const next = stops[here + step]
  if (here < 0 || !next) return
  event.preventDefault()
  next.focus()
}
