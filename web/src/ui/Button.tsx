import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { type ButtonLook, buttonLook } from './buttonLook'
import { cx } from './cx'
import { SpinnerIcon } from './Spinner'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Work is under way: the button keeps its place, width and focus, and presses do nothing. */
  busy?: boolean
  /** What the button says while busy; a turning circle when left out. */
  busyLabel?: string
  icon?: ReactNode
}

/** The button. Its width never changes with its state. */
export function Button({
  variant,
  size,
  wide,
  busy = false,
  busyLabel,
  icon,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      {...rest}
      type={type}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={press}
      className={cx(buttonLook({ variant, size, wide }), className)}
    >
      <span
        className={cx('col-start-1 row-start-1 flex items-center justify-center gap-2', busy && 'invisible')}
      >
        {icon}
        {children}
      </span>
      {(busy || busyLabel) && (
        <span
          className={cx('col-start-1 row-start-1 flex items-center justify-center', !busy && 'invisible')}
          aria-hidden={!busy}
        >
          {busyLabel ?? <Waiting>{children}</Waiting>}
        </span>
      )}
    </button>
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
