import { unwrap } from './client'
import { noResponseError } from './error'
import { api } from './index'
import type { SnapshotPage } from './types'

export interface SnapshotQuery {
  since?: string
  cursor?: string
}

export async function fetchSnapshot(query: SnapshotQuery): Promise<SnapshotPage> {
  const page = await unwrap(api.GET('/counter/snapshot', { params: { query } }))
  if (!Array.isArray(page?.customers) || !Array.isArray(page.gone)) throw noResponseError(page)
  return page
}
