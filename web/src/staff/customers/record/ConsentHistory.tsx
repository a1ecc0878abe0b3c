import type { Consent } from '@/api/types'
import { withNames } from '@/kit/withNames'
import { sayExactly } from '@/lib/dates'
import { groupStatements, type Purpose, type Statement } from './consentHistory'
import { texts } from './texts'

const words = texts.consents

interface ConsentHistoryProps {
  history: Consent[]
  timeZone: string | undefined
}

export function ConsentHistory({ history, timeZone }: ConsentHistoryProps) {
  return (
    <section aria-label={words.history} className="grid gap-2">
      <h3 className="font-semibold">{words.history}</h3>
      {history.length === 0 && <p className="text-ink-soft">{words.empty}</p>}
      <ol className="grid">
        {groupStatements(history).map((statement) => (
          <StatementRow key={statement.id} statement={statement} timeZone={timeZone} />
        ))}
      </ol>
    </section>
  )
}

function StatementRow({ statement, timeZone }: { statement: Statement; timeZone: string | undefined }) {
  const { at, form, textVersion, givenBy, granted, refused } = statement
  return (
    <li className="grid gap-0.5 border-t border-rule py-2.5">
      <span className="font-semibold">{words.forms[form]}</span>
      <time dateTime={at} className="text-small text-ink-soft">
        {sayExactly(at, timeZone)}
      </time>
      <PurposeList word={words.accepted} purposes={granted} />
      <PurposeList word={words.withdrawn} purposes={refused} />
      {givenBy && (
        <span className="[overflow-wrap:anywhere]">{withNames(words.givenBy(givenBy), givenBy)}</span>
      )}
      <span className="text-small text-ink-soft">{words.version(textVersion)}</span>
    </li>
  )
}

function PurposeList({ word, purposes }: { word: string; purposes: Purpose[] }) {
  if (purposes.length === 0) return null
  return (
    <span>
      <span className="font-semibold">{word}</span>{' '}
      {purposes.map((purpose) => words.purposes[purpose]).join(', ')}
    </span>
  )
}
