import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { customerSearchQuery } from '@/api/customers'
import { buttonLook } from '@/kit/buttonLook'
import { CountPanel } from './CountPanel'
import { texts } from './texts'
import { UnverifiedList } from './UnverifiedRegistrations'

export function CustomersPanel() {
  const customers = useQuery(customerSearchQuery('', 1))
  const total = customers.data?.total
  return (
    <CountPanel
      title={texts.customers.title}
      count={total}
      words={texts.customers.count(total === 1)}
      none={texts.customers.none}
      read={customers}
      failureText={texts.customers.failed}
      action={
        <div className="flex flex-wrap gap-2">
          <Link to="/app/customers/list" className={buttonLook({ variant: 'secondary' })}>
            {texts.customers.list}
          </Link>
          <UnverifiedList />
        </div>
      }
    />
  )
}
