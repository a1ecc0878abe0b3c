import { lazy, Suspense, useState } from 'react'
import type { Role } from '@/api/types'
import { texts } from './texts'
import type { CounterController } from './useCounter'

/** Not of the counter's first load; where it does not come the record is the way. */
const OwnVisits = lazy(() =>
  import('./OwnVisits').then(
    (file) => ({ default: file.OwnVisits }),
    () => ({ default: () => <p>{texts.ownFailed}</p> }),
  ),
)

interface OwnVisitsSectionProps {
  counter: CounterController
  role: Role
  timeZone: string | undefined
}

/** The user's own visits of today, read only once they are asked for. */
export function OwnVisitsSection(props: OwnVisitsSectionProps) {
  const [open, setOpen] = useState(false)
  return (
    <details className="feedback-choice" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{texts.own}</summary>
      {open && (
        <Suspense>
          <OwnVisits {...props} />
        </Suspense>
      )}
    </details>
  )
}
