import { type ReactNode, useId } from 'react'
import { cx } from './cx'

interface PanelProps {
  id?: string
  title?: ReactNode
  actions?: ReactNode
  className?: string
  children: ReactNode
}

export function Panel({ id, title, actions, className, children }: PanelProps) {
  const heading = useId()
  return (
    <section
      id={id}
      tabIndex={id ? -1 : undefined}
      aria-labelledby={title ? heading : undefined}
      className={cx('rounded-box border border-rule bg-card p-4 sm:p-6', className)}
    >
      {(title || actions) && (
        <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {title && (
            <h2 id={heading} className="min-w-0 text-lead font-bold wrap-anywhere">
              {title}
            </h2>
          )}
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  )
}
