import { useEffect, useState } from 'react'
import { useAction } from '@/acts/shared/useAction'
import { texts } from './texts'

/** Milliseconds for which the button is shown. */
const undoPeriod = 10_000

interface UndoButtonProps {
  label: string
  /** When the visit or redemption was done, in milliseconds. */
  since: number
  onUndo: () => Promise<void>
}

/** Disappears after undoPeriod. */
export function UndoButton({ label, since, onUndo }: UndoButtonProps) {
  const [open, setOpen] = useState(false)
  const { isPending, start } = useAction(onUndo)
  useEffect(() => {
    const timeLeft = since + undoPeriod - Date.now()
    setOpen(timeLeft > 0)
    const timer = setTimeout(() => setOpen(false), timeLeft)
    return () => clearTimeout(timer)
  }, [since])
  if (!open) return null
  return (
    <button
      type="button"
      className="undo-visit"
      aria-label={label}
      aria-busy={isPending || undefined}
      onClick={() => start()}
    >
      {texts.undo.act}
    </button>
  )
}
