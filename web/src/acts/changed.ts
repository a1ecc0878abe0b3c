import type { QueryClient } from '@tanstack/react-query'
import { customerQueries } from '@/api/customers'
import { familyQueries } from '@/api/families'
import { reportQueries } from '@/api/reports'
import type { Progress } from '@/api/types'

/** Where one customer stands after an act, as its answer says. */
interface Standing {
  customerId: string
  progress: Progress
}

/**
 * The one place that says what an act upon customers has changed: them, their families, and the reports. What is being
 * read was asked before the act and is dropped, so that a slow answer cannot put the old in the place of the new; then
 * all that is shown is read again, but the standing that the act's own answer said.
 */
export async function customersChanged(client: QueryClient, standing?: Standing): Promise<void> {
  await Promise.all(whatChanges.map((queryKey) => client.cancelQueries({ queryKey })))
  const said = standing && customerQueries.progress(standing.customerId)
  if (said) client.setQueryData(said.queryKey, standing.progress)
  const isSaid = (key: readonly unknown[]) => said !== undefined && key.join() === said.queryKey.join()
  await Promise.all(
    whatChanges.map((queryKey) =>
      client.invalidateQueries({ queryKey, predicate: (query) => !isSaid(query.queryKey) }),
    ),
  )
}

const whatChanges = [customerQueries.all(), familyQueries.all(), reportQueries.all()]
