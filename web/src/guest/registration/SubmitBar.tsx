import { useId } from 'react'
import { Button } from '@/kit/Button'
import { cx } from '@/kit/cx'
import { inBrowser } from '@/lib/inBrowser'
import { texts } from './texts'
import type { FormKind } from './useRegistration'

const words = { open: texts.form, fixed: texts.fixed } as const

interface SubmitBarProps {
  kind: FormKind
  missing: readonly string[]
  busy: boolean
}

/**
 * The submit button. It sticks to the bottom of the screen once all required fields are filled. Before the script
 * loads, the button always submits and the browser validates (`filled` in public.css).
 */
export function SubmitBar({ kind, missing, busy }: SubmitBarProps) {
  const missingId = useId()
  const ready = missing.length === 0
  return (
    <div className={cx('grid gap-2', ready ? 'at-hand' : 'filled:at-hand')}>
      <Button
        type="submit"
        size="counter"
        wide
        disabled={inBrowser && !ready}
        busy={busy}
        busyLabel={words[kind].submitting}
        aria-describedby={ready ? undefined : missingId}
      >
        {words[kind].submit}
      </Button>
      {!ready && (
        <p id={missingId} className="text-center text-small text-ink-soft filled:hidden">
          {texts.form.missing(missing)}
        </p>
      )}
    </div>
  )
}
