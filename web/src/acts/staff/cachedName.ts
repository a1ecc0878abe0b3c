import type { QueryClient } from '@tanstack/react-query'
import { customerQueries } from '@/api/customers'
import { fieldsOf, itemsOf } from '@/api/lists'

/** Finds the customer's name in the query cache: in a record, the list or a search. */
export function cachedName(client: QueryClient, customerId: string): string | null {
  const read = client.getQueryData(customerQueries.one(customerId).queryKey)
  if (read) return read.name
  for (const [, data] of client.getQueriesData({ queryKey: customerQueries.all() })) {
    const name = findName(data, customerId)
    if (name) return name
  }
  return null
}

function findName(data: unknown, customerId: string): string | null {
  const { pages } = fieldsOf(data)
  const items = Array.isArray(pages) ? pages.flatMap((page) => itemsOf<object>(page)) : itemsOf<object>(data)
  const { name } = fieldsOf(items.find((item) => fieldsOf(item).id === customerId))
  return typeof name === 'string' && name !== '' ? name : null
}
