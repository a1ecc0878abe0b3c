import { useNavigate, useSearch } from '@tanstack/react-router'
import { useSearchInput } from '@/lib/useSearchInput'
import './reports.css'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type ReportChoice, reportQueries } from '@/api/reports'
import { ReportTabs } from '@/card/report-tabs/ReportTabs'
import { Charts } from './Charts'
import { Files } from './Files'
import { ReportFilters } from './ReportFilters'
import { ServicesPanel } from './ServicesPanel'
import { texts } from './texts'

/** ServicesReportScreen shows how often each customer came, and when. */
export function ServicesReportScreen() {
  const { choice, choose, q, typed, type } = useReportChoice()
  const report = useInfiniteQuery(reportQueries.services(choice, q))
  const charts = useQuery(reportQueries.charts(choice))
  const first = report.data?.pages[0]
  return (
    <div className="grid gap-6">
      <ReportTabs />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        {first && (
          <Files choice={{ ...choice, date: first.window.day.from }} q={q} empty={first.customers === 0} />
        )}
      </header>
      <ReportFilters
        choice={choice}
        shown={first?.window.day.from}
        typed={typed}
        onChoose={choose}
        onType={type}
      />
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,7fr)_minmax(0,6fr)]">
        <ServicesPanel
          report={report}
          range={choice.range}
          q={q}
          onClear={() => type('')}
          onWiden={() => choose({ range: 'month' })}
        />
        <Charts charts={charts} day={choice.range === 'day' ? first?.window.day.from : undefined} />
      </div>
    </div>
  )
}

/** Keeps the choice in the address, so that it can be shared. */
function useReportChoice() {
  const { date, range = 'week' } = useSearch({ from: '/signed-in/of-a-business/app/reports/services' })
  const navigate = useNavigate()
  const search = useSearchInput()
  const choice: ReportChoice = { range, ...(date && { date }) }
  const choose = (change: Partial<ReportChoice>) => {
    const chosen = { ...choice, ...change, ...(search.q && { q: search.q }) }
    void navigate({ to: '/app/reports/services', search: chosen, replace: true, resetScroll: false })
  }
  return { choice, choose, ...search }
}
