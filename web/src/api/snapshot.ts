import { answer } from './client'
import { noResponseError } from './error'
import { api } from './index'
import type { SnapshotPage } from './types'

/** What a page of the snapshot is asked for by: the next one, or what changed since the last time. */
export interface SnapshotQuery {
  since?: string
  cursor?: string
}

/** A page of what the counter knows its customers by without a network. */
export async function fetchSnapshot(query: SnapshotQuery): Promise<SnapshotPage> {
  const page = await answer(api.GET('/counter/snapshot', { params: { query } }))
  if (!Array.isArray(page?.customers) || !Array.isArray(page.gone)) throw noResponseError(page)
  return page
}
