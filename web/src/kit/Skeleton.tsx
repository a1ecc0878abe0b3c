import { cx } from './cx'

/** The place of something that is still on its way; give it the size of what will come. */
export function Skeleton({ className }: { className?: string }) {
  return <span aria-hidden="true" className={cx('block animate-pulse rounded-small bg-rule/70', className)} />
}
