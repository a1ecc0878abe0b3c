import { answer } from './client'
import { errorWithoutResponse } from './error'
import { api } from './index'
import type { SnapshotPage } from './types'

/** What a page of the snapshot is asked for by: the next one, or what changed since the last time. */
export interface SnapshotWish {
  since?: string
  cursor?: string
}

/** A page of what the counter knows its customers by without a network. */
export async function fetchSnapshot(wish: SnapshotWish): Promise<SnapshotPage> {
  const page = await answer(api.GET('/counter/snapshot', { params: { query: wish } }))
  if (!Array.isArray(page?.customers) || !Array.isArray(page.gone)) throw errorWithoutResponse(page)
  return page
}
