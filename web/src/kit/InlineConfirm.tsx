import type { ReactNode } from 'react'
import { Button } from './Button'
import { cx } from './cx'

interface InlineConfirmProps {
  question: ReactNode
  effect?: string
  keep: string
  confirm: string
  /** Identifies what a click spends or destroys. */
  arms: string
  danger?: boolean
  busy?: boolean
  large?: boolean
  onKeep: () => void
  onConfirm: () => void
}

/**
 * Asks for confirmation in place. Safe against double taps: the confirming button is armed late, and the other
 * has the focus.
 */
export function InlineConfirm({ question, effect, keep, confirm, large, ...step }: InlineConfirmProps) {
  const size = large ? 'counter' : undefined
  return (
    <fieldset className={cx('grid min-w-0', large ? 'gap-3 text-counter' : 'gap-2')}>
      <legend className={cx('font-semibold [overflow-wrap:anywhere]', large ? 'mb-3' : 'mb-2')}>
        {question}
      </legend>
      {effect && <p>{effect}</p>}
      <div className={cx('flex flex-wrap', large ? 'gap-3 *:flex-[1_1_8rem]' : 'gap-2')}>
        <Button variant={step.danger ? 'secondary' : 'primary'} size={size} autoFocus onClick={step.onKeep}>
          {keep}
        </Button>
        <Button
          variant={step.danger ? 'danger' : 'secondary'}
          size={size}
          arms={step.arms}
          busy={step.busy}
          onClick={step.onConfirm}
        >
          {confirm}
        </Button>
      </div>
    </fieldset>
  )
}
