import './insights.css'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { useSignedIn } from '@/api'
import { insightQueries } from '@/api/insights'
import { canChangeSettings } from '@/api/session'
import type { AbsenceReport } from '@/api/types'
import { ReportTabs } from '@/card/report-tabs/ReportTabs'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { sayNumber } from '@/lib/numbers'
import { AbsentCustomers } from './AbsentCustomers'
import { CsvButton } from './CsvButton'
import { Figure, sayShare } from './Figure'
import { RecoveredCustomers, SentGreetings } from './PastAbsences'
import { texts } from './texts'

const words = texts.absent

export function AbsentInsightScreen() {
  const { lista } = useSearch({ from: '/signed-in/of-a-business/app/informes/falta' })
  const report = useQuery(insightQueries.absent())
  const { data } = report
  const absence = lista === 'riesgo' ? 'AT_RISK' : 'LOST'
  return (
    <div className="grid gap-6">
      <ReportTabs />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="font-sign text-display font-extrabold">{texts.pages.absent}</h1>
        <CsvButton
          question="absent"
          choice={{ absence }}
          table={absence === 'LOST' ? words.lost : words.atRisk}
          empty={!data || (absence === 'LOST' ? data.lost : data.atRisk).all === 0}
        />
      </header>
      <StaleNote read={report} />
      {report.isLoadingError ? (
        <LoadFailed onRetry={report.refetch}>{errorText(report.error, texts.failed)}</LoadFailed>
      ) : data ? (
        <>
          <AbsenceFigures report={data} />
          <section className="grid gap-4">
            <ListTabs report={data} />
            {lista === 'vuelto' ? (
              <RecoveredCustomers />
            ) : lista === 'escritos' ? (
              <SentGreetings />
            ) : (
              <AbsentCustomers
                key={absence}
                absence={absence}
                counts={absence === 'LOST' ? data.lost : data.atRisk}
              />
            )}
          </section>
          <Panel title={words.effect}>
            <Effect report={data} />
          </Panel>
        </>
      ) : (
        <Skeleton className="h-64" />
      )}
    </div>
  )
}

function AbsenceFigures({ report: { lost, atRisk, recovered, recoveredPeriod } }: { report: AbsenceReport }) {
  return (
    <div className="grid gap-6 md:grid-cols-3">
      <Figure name={words.lost} value={sayNumber(lost.all)} definition={words.lostDefinition}>
        <States counts={lost} />
      </Figure>
      <Figure name={words.atRisk} value={sayNumber(atRisk.all)} definition={words.atRiskDefinition}>
        <States counts={atRisk} />
      </Figure>
      <Figure
        name={words.recovered}
        value={sayNumber(recovered)}
        definition={words.recoveredDefinition(recoveredPeriod.from, recoveredPeriod.to)}
      />
    </div>
  )
}

/** With those to invite, they add up to all. */
const reasons = [
  'invited',
  'withoutConsent',
  'unverifiedPhone',
  'withoutPhone',
  'minors',
  'heldBack',
] as const

function States({ counts }: { counts: AbsenceReport['lost'] }) {
  return (
    <ul className="grid gap-1 text-small">
      <li>{words.states.toInvite(counts.toInvite)}</li>
      {reasons.map(
        (reason) => counts[reason] > 0 && <li key={reason}>{words.states[reason](counts[reason])}</li>,
      )}
    </ul>
  )
}

function ListTabs({ report }: { report: AbsenceReport }) {
  const exact = { activeOptions: { exact: true, includeSearch: true } }
  return (
    <nav aria-label={words.lists.label} className="report-tabs">
      <Link to="/app/informes/falta" resetScroll={false} {...exact}>
        {words.lists.LOST(report.lost.all)}
      </Link>
      <Link to="/app/informes/falta" search={{ lista: 'riesgo' }} resetScroll={false} {...exact}>
        {words.lists.AT_RISK(report.atRisk.all)}
      </Link>
      <Link to="/app/informes/falta" search={{ lista: 'vuelto' }} resetScroll={false} {...exact}>
        {words.lists.recovered(report.recovered)}
      </Link>
      <Link to="/app/informes/falta" search={{ lista: 'escritos' }} resetScroll={false} {...exact}>
        {words.lists.greetings}
      </Link>
    </nav>
  )
}

/** Compares invited customers with customers without an invitation, if both are 20 people or more. */
function Effect({ report: { invited, heldBack, holdsBack, effectPeriod } }: { report: AbsenceReport }) {
  const mayChange = canChangeSettings(useSignedIn().role)
  return (
    <div className="grid gap-4">
      <p className="text-lead font-bold">{sayEffect(invited.percent, heldBack.percent)}</p>
      <div className="overflow-x-auto">
        <table className="staff-table">
          <caption className="sr-only">{words.effect}</caption>
          <thead>
            <tr>
              <th scope="col">{words.group}</th>
              <th scope="col">{words.came}</th>
              <th scope="col">{words.share}</th>
            </tr>
          </thead>
          <tbody>
            {[
              { name: words.effectWritten, share: invited },
              { name: words.effectHeldBack, share: heldBack },
            ].map(({ name, share }) => (
              <tr key={name}>
                <th scope="row">
                  {name}
                  <small>{texts.figure.people(share.total)}</small>
                </th>
                <td translate="no">{sayNumber(share.part)}</td>
                <td translate="no">{share.percent === null ? '–' : sayShare(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-small text-ink-soft">
        {words.effectDefinition(effectPeriod.from, effectPeriod.to)} {!holdsBack && words.effectOff}
      </p>
      {mayChange && (
        <p>
          <Link
            to="/app/settings"
            search={{ seccion: 'mensajes' }}
            className="font-semibold text-accent underline underline-offset-4"
          >
            {words.settings}
          </Link>
        </p>
      )}
    </div>
  )
}

function sayEffect(written: number | null, heldBack: number | null): string {
  if (written === null || heldBack === null) return words.effectTooFew
  return written > heldBack ? words.effectSeen(written - heldBack) : words.effectNone
}
