import { lazy, Suspense, useState } from 'react'
import type { Role } from '@/api/types'
import { texts } from './texts'
import type { Counter } from './useCheckIn'

/** Not of the counter's first load; where it does not come the record is the way. */
const OwnVisits = lazy(() =>
  import('./OwnVisits').then(
    (file) => ({ default: file.OwnVisits }),
    () => ({ default: () => <p>{texts.ownFailed}</p> }),
  ),
)

interface OwnVisitsPartProps {
  counter: Counter
  role: Role
  timeZone: string | undefined
}

/** The user's own visits of today, read only once they are asked for. */
export function OwnVisitsPart(props: OwnVisitsPartProps) {
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
