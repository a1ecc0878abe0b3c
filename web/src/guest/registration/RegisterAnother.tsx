import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { inBrowser } from '@/lib/inBrowser'
import { texts } from './texts'

interface RegisterAnotherProps {
  form: string
  onAnother: () => void
  className: string
}

/** Returns to an empty form for the next person. */
export function RegisterAnother({ form, onAnother, className }: RegisterAnotherProps) {
  if (!inBrowser) {
    return (
      <a href={form} className={cx(buttonLook({ variant: 'quiet' }), className)}>
        {texts.done.another}
      </a>
    )
  }
  return (
    <Button variant="quiet" onClick={onAnother} className={className}>
      {texts.done.another}
    </Button>
  )
}
