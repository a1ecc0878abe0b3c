import { useQuery } from '@tanstack/react-query'
import { insightQueries } from '@/api/insights'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { texts } from './texts'
import { PanelLink } from './WeekFacts'

const { returns: words } = texts.week

/** Says how many new customers come back; the report has the definition. */
export function ReturnsPanel() {
  const { data, isLoadingError } = useQuery(insightQueries.returns())
  if (isLoadingError) return null
  return (
    <Panel title={words.question} actions={<PanelLink to="/app/informes/vuelven">{words.report}</PanelLink>}>
      {data ? <p>{words.answer(data.returned)}</p> : <Skeleton className="h-12" />}
      <PanelLink to="/app/informes/tarjeta">{words.card}</PanelLink>
    </Panel>
  )
}
