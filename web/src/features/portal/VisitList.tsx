import { answer } from '@/api/client'
import type { List, PublicVisit } from '@/api/types'
import { sayExactly, sayNearDay } from '@/lib/dates'
import { PagedPanel } from './PagedPanel'
import { portalApi } from './session'
import { texts } from './texts'

const atATime = 15

function loadVisits(cursor?: string): Promise<List<PublicVisit>> {
  const query = { limit: atATime, ...(cursor && { cursor }) }
  return answer(portalApi.GET('/portal/me/visits', { params: { query } }))
}

/** The customer's visits, newest first. */
export function VisitList({ version }: { version: string }) {
  return (
    <PagedPanel words={texts.visits} load={loadVisits} version={version}>
      {({ visitedAt, notes }) => (
        <div className="grid gap-0.5">
          <time
            dateTime={visitedAt}
            title={sayExactly(visitedAt)}
            className="font-semibold first-letter:uppercase"
          >
            {sayNearDay(visitedAt)}
          </time>
          {notes && <span className="text-ink-soft [overflow-wrap:anywhere]">{notes}</span>}
        </div>
      )}
    </PagedPanel>
  )
}
