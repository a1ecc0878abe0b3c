import { useId } from 'react'
import { Button } from '@/kit/Button'
import { cx } from '@/kit/cx'
import { inBrowser } from '@/lib/inBrowser'
import { texts } from './texts'
import type { FormKind } from './useRegistration'

const words = { open: texts.form, fixed: texts.fixed } as const

interface SubmitBarProps {
  kind: FormKind
  /** What has still to be given, in words. */
  missing: readonly string[]
  busy: boolean
}

/**
 * The button that sends the form. Once nothing is missing it is in sight wherever one is; what is optional may wait below.
 * Before a script has come it always sends, and the browser itself knows what is missing (`filled` in public.css).
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
