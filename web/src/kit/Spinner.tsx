import { LoaderCircle } from 'lucide-react'
import { cx } from './cx'
import { texts } from './texts'

export function SpinnerIcon({ className }: { className?: string }) {
  return <LoaderCircle aria-hidden="true" className={cx('size-5 animate-spin', className)} />
}

export function Spinner({ label = texts.loading }: { label?: string }) {
  return (
    <p role="status" className="flex items-center justify-center gap-3 p-8 text-ink-soft">
      <SpinnerIcon />
      {label}
    </p>
  )
}
