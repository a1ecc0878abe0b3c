import { lazy, Suspense, useState } from 'react'
import type { Role } from '@/api/types'
import { texts } from './texts'
import type { CounterController } from './useCounter'

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
