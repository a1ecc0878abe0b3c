import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSearchInput } from '@/lib/useSearchInput'
import './reports.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReportChoice, reportQueries } from '@/api/reports'
import { ReportTabs } from '@/card/report-tabs/ReportTabs'
import { Charts } from './Charts'
import { Files } from './Files'
import { Headline } from './Headline'
import { ReportFilters } from './ReportFilters'
import { ServicesPanel } from './ServicesPanel'
import { texts } from './texts'

/** The search by name affects only the table and the files. */
export function ServicesReportScreen() {
  const { choice, choose, q, typedText, type } = useReportChoice()
  const whole = useInfiniteQuery(reportQueries.services(choice, ''))
  const report = useInfiniteQuery(reportQueries.services(choice, q))
  const charts = useQuery(reportQueries.charts(choice))
  const first = report.data?.pages[0]
  const firstDay = whole.data?.pages[0]?.window.day.from
  const hasTable =
    q !== '' || typedText !== '' || !(whole.isLoadingError || whole.data?.pages[0]?.customers === 0)
  return (
    <div className="grid gap-6">
      <ReportTabs />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        {first && (
          <Files choice={{ ...choice, date: first.window.day.from }} q={q} empty={first.customers === 0} />
        )}
      </header>
      <ReportFilters choice={choice} shownDate={firstDay} onChoose={choose} />
      <Headline
        report={whole}
        comparison={charts.isPlaceholderData ? undefined : charts.data?.comparison}
        onWiden={() => choose({ range: 'month' })}
        onRetry={() => Promise.all([whole.refetch(), charts.refetch()])}
      />
      {/* The headline reports a failure of both. */}
      {!(whole.isLoadingError && charts.isLoadingError) && (
        <Charts charts={charts} day={choice.range === 'day' ? firstDay : undefined} />
      )}
      {hasTable && (
        <ServicesPanel report={report} range={choice.range} q={q} typedText={typedText} onType={type} />
      )}
    </div>
  )
}

/** The choice is in the address, so that it can be shared. */
function useReportChoice() {
  const { date, range = 'week' } = useSearch({ from: '/signed-in/of-a-business/app/reports/services' })
  const navigate = useNavigate()
  const search = useSearchInput()
  const choice: ReportChoice = { range, ...(date && { date }) }
  const choose = (change: Partial<ReportChoice>) => {
    const nextSearch = { ...choice, ...change, ...(search.q && { q: search.q }) }
    void navigate({ to: '/app/reports/services', search: nextSearch, replace: true, resetScroll: false })
  }
  return { choice, choose, ...search }
}
