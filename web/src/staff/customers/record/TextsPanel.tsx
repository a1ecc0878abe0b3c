import { useQuery } from '@tanstack/react-query'
import { recordQueries } from '@/api/records'
import { Panel } from '@/kit/Panel'
import { sayMoment } from '@/lib/dates'
import { texts } from './texts'

const words = texts.written

interface TextsPanelProps {
  customerId: string
  timeZone: string | undefined
}

export function TextsPanel({ customerId, timeZone }: TextsPanelProps) {
  const { data } = useQuery(recordQueries.texts(customerId))
  if (!data || data.items.length === 0) return null
  return (
    <Panel title={words.title}>
      <ul aria-label={words.title} className="grid">
        {data.items.map(({ text, receivedAt }) => (
          <li key={`${receivedAt} ${text}`} className="grid gap-1 border-b border-rule py-2.5 last:border-0">
            <span className="wrap-anywhere whitespace-pre-line">{text}</span>
            <span className="text-small text-ink-soft">{sayMoment(receivedAt, { timeZone })}</span>
          </li>
        ))}
      </ul>
      <p className="mt-3 text-small text-ink-soft">{words.hint}</p>
    </Panel>
  )
}
