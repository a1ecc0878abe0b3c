import type { QueryClient } from '@tanstack/react-query'
import { customerQueries } from '@/api/customers'
import { familyQueries } from '@/api/families'
import { reportQueries } from '@/api/reports'
import type { Progress } from '@/api/types'

/** Where one customer stands after an act, as its answer says. */
interface CustomerProgress {
  customerId: string
  /** Null where the answer does not say it. */
  progress: Progress | null
}

/**
 * The one place that says what an act upon customers has changed: them, their families, and the reports. What is being
 * read was asked before the act and is dropped, so that a slow answer cannot put the old in the place of the new; then
 * all that is shown is read again, but the standing that the act's own answer said.
 */
export async function refreshCustomers(client: QueryClient, standing?: CustomerProgress): Promise<void> {
  const changed = [customerQueries.all(), familyQueries.all(), reportQueries.all()]
  const dropped = changed.map((queryKey) => client.cancelQueries({ queryKey }))
  const said = standing?.progress ? customerQueries.progress(standing.customerId) : undefined
  if (said && standing?.progress) client.setQueryData(said.queryKey, standing.progress)
  await Promise.all(dropped)
  const isSaid = (key: readonly unknown[]) => said !== undefined && key.join() === said.queryKey.join()
  await Promise.all(
    changed.map((queryKey) =>
      client.invalidateQueries({ queryKey, predicate: (query) => !isSaid(query.queryKey) }),
    ),
  )
}
