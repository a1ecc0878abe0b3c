import { cx } from './cx'

export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded-small bg-rule/70', className)} />
}
