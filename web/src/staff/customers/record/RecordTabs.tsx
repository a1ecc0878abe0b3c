import { Link } from '@tanstack/react-router'
import { sayNumber } from '@/lib/numbers'
import type { ShownTab, Tab, TabMark } from './recordTabs'
import { texts } from './texts'

const words = texts.tabs

interface RecordTabsProps {
  customerId: string
  chosenTab: Tab
  tabs: ShownTab[]
}

export function RecordTabs({ customerId, chosenTab, tabs }: RecordTabsProps) {
  return (
    <nav aria-label={words.label} className="record-tabs">
      {tabs.map(({ tab, mark }) => (
        <Link
          key={tab}
          to="/app/customers/$id"
          params={{ id: customerId }}
          search={{ apartado: tab }}
          replace
          resetScroll={false}
          aria-current={tab === chosenTab ? 'true' : undefined}
        >
          {words.names[tab]} <Mark mark={mark} />
        </Link>
      ))}
    </nav>
  )
}

function Mark({ mark }: { mark: TabMark }) {
  if (mark === undefined) return null
  if (mark === 'some') {
    return (
      <span className="tab-dot">
        <span className="sr-only">{words.some}</span>
      </span>
    )
  }
  return <span className="tab-count">{sayNumber(mark)}</span>
}
