import { answer } from '@/api/client'
import type { List, PublicVisit } from '@/api/types'
import { PagedPanel } from '@/ui/PagedPanel'
import { VisitLine } from '@/ui/VisitLine'
import { portalApi } from './session'
import { texts } from './texts'

const atATime = 15

function loadVisits(cursor?: string): Promise<List<PublicVisit>> {
  const query = { limit: atATime, ...(cursor && { cursor }) }
  return answer(portalApi.GET('/portal/me/visits', { params: { query } }))
}

/** The customer's visits, newest first, on the days they were in the shop. */
export function VisitList({ version, timeZone }: { version: string; timeZone: string }) {
  return (
    <PagedPanel words={texts.visits} load={loadVisits} version={version}>
      {({ visitedAt, notes }) => <VisitLine visitedAt={visitedAt} notes={notes} timeZone={timeZone} />}
    </PagedPanel>
  )
}
