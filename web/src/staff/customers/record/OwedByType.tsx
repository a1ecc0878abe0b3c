import { useQuery } from '@tanstack/react-query'
import { businessQuery, customerQueries } from '@/api/customers'
import type { Customer, Tag } from '@/api/types'
import { bonusOf, milestoneAfterTagChange } from '../bonus'
import { texts } from './texts'

interface OwedByTypeProps {
  customer: Customer
  tag: Tag | null
}

export function OwedByType({ customer, tag }: OwedByTypeProps) {
  const { data: business } = useQuery(businessQuery())
  const { data: progress } = useQuery(customerQueries.progress(customer.id))
  const owes =
    business &&
    progress &&
    !progress.familyName &&
    milestoneAfterTagChange(tag, bonusOf(customer).tag, progress.count, business)
  return (
    <p role="status" className="text-small text-ink-soft empty:hidden">
      {owes && texts.edit.owes(owes, progress.count)}
    </p>
  )
}
