import { useEffect, useState } from 'react'
import type { Passed } from './checkIn'
import { texts } from './texts'
import type { Counter } from './useCheckIn'

/** How long what has just been done can be taken back, in milliseconds. */
const undoPeriod = 10_000

interface UndoVisitProps {
  passed: Passed
  counter: Counter
}

/** Takes a visit back that was registered by mistake; it goes when it is too late. */
export function UndoVisit({ passed, counter }: UndoVisitProps) {
  const { since, name, visitId } = passed
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const left = since + undoPeriod - Date.now()
    setOpen(left > 0 && visitId !== '')
    const timer = setTimeout(() => setOpen(false), left)
    return () => clearTimeout(timer)
  }, [since, visitId])
  if (!open) return null
  const undo = async () => {
    setBusy(true)
    await counter.undo(passed)
    setBusy(false)
  }
  return (
    <button
      type="button"
      className="undo-visit"
      aria-label={texts.undo.of(name)}
      aria-busy={busy || undefined}
      onClick={() => {
        if (!busy) void undo()
      }}
    >
      {texts.undo.act}
    </button>
  )
}
