import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonLook } from './buttonLook'
import { cx } from './cx'
import { SpinnerIcon } from './Spinner'
import { useArmed } from './useArmed'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows progress and ignores clicks; keeps place, width and focus. */
  busy?: boolean
  /** Label while busy; a spinner by default. */
  busyLabel?: string
  icon?: ReactNode
  /** Identifies what a click spends or destroys. For a second after this changes, clicks are ignored. */
  arms?: string
}

/** A button with the same width in every state. */
export function Button({
  variant,
  size,
  wide,
  named,
  busy = false,
  busyLabel,
  icon,
  arms,
  className,
  children,
  onClick,
  type = 'button',
  'aria-disabled': disabled,
  ...rest
}: ButtonProps) {
  const armed = useArmed(arms)
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || !armed) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || !armed || disabled || undefined}
      onClick={press}
      className={cx(buttonLook({ variant, size, wide, named }), className)}
    >
      <Face shown={!busy}>
        {icon}
        {children}
      </Face>
      {(busy || busyLabel) && <Face shown={busy}>{busyLabel ?? <Waiting>{children}</Waiting>}</Face>}
    </button>
  )
}

/** All labels overlap, so the widest sets the width. */
function Face({ shown, children }: { shown: boolean; children: ReactNode }) {
  return (
    <span
      aria-hidden={!shown || undefined}
      className={cx(
        'col-start-1 row-start-1 flex min-w-0 items-center justify-center gap-2',
        !shown && 'invisible',
      )}
    >
      {children}
    </span>
  )
}

function Waiting({ children }: { children: ReactNode }) {
  return (
    <>
      <SpinnerIcon />
      <span className="sr-only">{children}</span>
    </>
  )
}
