import type { QueryClient } from '@tanstack/react-query'
import { customerQueries } from '@/api/customers'
import { familyQueries } from '@/api/families'
import { reportQueries } from '@/api/reports'
import type { Progress } from '@/api/types'

interface CustomerProgress {
  customerId: string
  /** Null if the response has no progress. */
  progress: Progress | null
}

/**
 * Refetches customers, families and reports after an act. Cancels running queries first, because their
 * responses may be older than the act. Then caches the progress from the act's response.
 */
export async function refreshCustomers(client: QueryClient, update?: CustomerProgress): Promise<void> {
  const changedKeys = [customerQueries.all(), familyQueries.all(), reportQueries.all()]
  const cancellations = changedKeys.map((queryKey) => client.cancelQueries({ queryKey }))
  const cachedProgress = update?.progress ? customerQueries.progress(update.customerId) : undefined
  if (cachedProgress && update?.progress) client.setQueryData(cachedProgress.queryKey, update.progress)
  await Promise.all(cancellations)
  const isUpdated = (key: readonly unknown[]) =>
    cachedProgress !== undefined && key.join() === cachedProgress.queryKey.join()
  await Promise.all(
    changedKeys.map((queryKey) =>
      client.invalidateQueries({ queryKey, predicate: (query) => !isUpdated(query.queryKey) }),
    ),
  )
}
