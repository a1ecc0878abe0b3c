import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx'

const looks = {
  info: { Icon: Info, className: 'border-rule bg-well text-ink' },
  success: { Icon: CircleCheck, className: 'border-accent/45 bg-accent-wash text-accent' },
  warning: { Icon: TriangleAlert, className: 'border-caution/45 bg-caution-wash text-caution' },
  error: { Icon: CircleAlert, className: 'border-refused/45 bg-refused-wash text-refused' },
} as const

export type NoticeTone = keyof typeof looks

interface NoticeProps {
  tone?: NoticeTone
  title?: ReactNode
  /** False if the text has its own icon. */
  withIcon?: boolean
  /** `counter` is readable at arm's length. */
  size?: 'regular' | 'counter'
  className?: string
  children?: ReactNode
}

/** A message that screen readers announce. */
export function Notice({
  tone = 'info',
  title,
  withIcon = true,
  size = 'regular',
  className,
  children,
}: NoticeProps) {
  const { Icon, className: look } = looks[tone]
  const large = size === 'counter'
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx('flex gap-3 rounded-box border', large ? 'p-5 text-counter' : 'p-4', look, className)}
    >
      {withIcon && (
        <Icon aria-hidden="true" className={cx('mt-px flex-none', large ? 'size-7' : 'size-5.5')} />
      )}
      <div className="grid min-w-0 gap-1">
        {title && <p className={cx('font-bold', large && 'text-title')}>{title}</p>}
        {children && <div className={title ? 'text-ink' : undefined}>{children}</div>}
      </div>
    </div>
  )
}
