import { useId } from 'react'
import { cx } from '@/kit/cx'
import { passwordStrength, type Strength } from '@/lib/passwordStrength'
import { texts } from './texts'

const steps: Record<Strength, number> = { weak: 1, fair: 2, strong: 3 }

interface PasswordStrengthProps {
  password: string
  /** The minimum length. A shorter password counts as weak. */
  least: number
}

/** The strength of a password; empty until the user types. */
export function PasswordStrength({ password, least }: PasswordStrengthProps) {
  const id = useId()
  const strength = [...password].length < least ? 'weak' : passwordStrength(password)
  return (
    <div className={cx('grid gap-1.5', password === '' && 'hidden')}>
      <p id={id} role="status" className="text-small text-ink-soft">
        {password !== '' && texts.strength[strength]}
      </p>
      {password !== '' && (
        <progress aria-labelledby={id} max={3} value={steps[strength]} className="usage-bar" />
      )}
    </div>
  )
}
