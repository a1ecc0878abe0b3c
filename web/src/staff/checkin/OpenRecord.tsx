import { Link, useRouter } from '@tanstack/react-router'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { texts } from './texts'

interface OpenRecordProps {
  customerId: string
  name?: string
  size?: 'regular' | 'counter'
  family?: boolean
}

/** Links to the record. Going back shows the card again. */
export function OpenRecord({ customerId, name, size = 'counter', family = false }: OpenRecordProps) {
  const { buildLocation, history } = useRouter()
  const rememberWhom = () => {
    history.replace(buildLocation({ to: '/staff/checkin', search: { cid: customerId } }).href)
    // Without flush, the navigation would overwrite this change of the history entry.
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
