import { Link, useRouter } from '@tanstack/react-router'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { texts } from './texts'

interface OpenRecordProps {
  customerId: string
  /** Whose record it is, where the customers of a list have to be told apart. */
  name?: string
  size?: 'regular' | 'counter'
  /** To look there at the family that she is offered. */
  family?: boolean
}

/** The way to a customer's record. What waits at the counter waits on, and going back shows the card again. */
export function OpenRecord({ customerId, name, size = 'counter', family = false }: OpenRecordProps) {
  const { buildLocation, history } = useRouter()
  const rememberWhom = () => {
    history.replace(buildLocation({ to: '/staff/checkin', search: { cid: customerId } }).href)
    // Else the step to the record, which follows at once, would take its place.
    history.flush()
  }
  return (
    <Link
      to="/app/customers/$id"
      params={{ id: customerId }}
      {...(family && { state: { family } })}
      onClick={rememberWhom}
      aria-label={name === undefined ? undefined : texts.actions.recordOf(name)}
      className={cx(buttonLook({ variant: 'secondary', size }), 'min-h-counter! px-1!')}
    >
      {family ? texts.actions.family : texts.actions.record}
    </Link>
  )
}
