import { useCallback } from 'react'
import { unwrap } from '@/api/client'
import { listFrom } from '@/api/lists'
import { publicApi } from '@/api/public'
import type { List, PublicVisit } from '@/api/types'
import { VisitLine } from '@/card/VisitLine'
import { PagedPanel } from '@/kit/PagedPanel'
import { texts } from './texts'

const atATime = 15
const none: List<PublicVisit> = { items: [], total: 0, nextCursor: null }

/** Newest first. */
export function HolderVisits({ id, timeZone }: { id: string; timeZone: string }) {
  const load = useCallback((cursor?: string) => loadVisits(id, cursor), [id])
  return (
    <PagedPanel words={texts.fixed.visits} load={load} version={id}>
      {({ visitedAt, notes }) => <VisitLine visitedAt={visitedAt} notes={notes} timeZone={timeZone} />}
    </PagedPanel>
  )
}

/** If the first page fails, no visits are shown (specification, section 7). Later pages can be retried. */
async function loadVisits(id: string, cursor?: string): Promise<List<PublicVisit>> {
  const query = { limit: atATime, ...(cursor && { cursor }) }
  const question = unwrap(
    publicApi.GET('/public/customers/{id}/visits', { params: { path: { id }, query } }),
  ).then(listFrom<PublicVisit>)
  return cursor ? question : question.catch(() => none)
}
