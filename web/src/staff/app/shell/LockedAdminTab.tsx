import { LockKeyhole } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { texts } from '../texts'

/**
 * LockedAdminTab is the disabled Admin tab. It is focusable, so that its hint is accessible: the hint shows on hover,
 * focus or touch, and Escape hides it.
 */
export function LockedAdminTab() {
  const [hinted, setHinted] = useState(false)
  const id = useId()
  const show = () => setHinted(true)
  const hide = () => setHinted(false)
  return (
    <div className="relative" onPointerEnter={show} onPointerLeave={hide}>
      <button
        type="button"
        aria-disabled="true"
        aria-describedby={id}
        onFocus={show}
        onBlur={hide}
        onClick={show}
        onKeyDown={(event: KeyboardEvent) => event.key === 'Escape' && hide()}
        className="flex h-16 cursor-not-allowed items-center gap-1.5 px-4 text-ink-soft"
      >
        <LockKeyhole aria-hidden="true" className="size-4" />
        {texts.tabs.admin}
      </button>
      <p
        id={id}
        role="tooltip"
        hidden={!hinted}
        className="absolute top-full left-2 z-40 w-max -translate-y-2 rounded-small bg-ink px-3 py-1.5 text-small text-card"
      >
        {texts.adminOnly}
      </p>
    </div>
  )
}
