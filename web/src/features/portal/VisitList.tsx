import { PagedPanel } from '@/ui/PagedPanel'
import { VisitLine } from '@/ui/VisitLine'
import { loadVisits } from './ownLists'
import { texts } from './texts'

/** The customer's visits, newest first, on the days they were in the shop. */
export function VisitList({ version, timeZone }: { version: string; timeZone: string }) {
  return (
    <PagedPanel words={texts.visits} load={loadVisits} version={version}>
      {({ visitedAt, notes }) => <VisitLine visitedAt={visitedAt} notes={notes} timeZone={timeZone} />}
    </PagedPanel>
  )
}
