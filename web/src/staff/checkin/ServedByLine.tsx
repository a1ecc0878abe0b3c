import { useState } from 'react'
import { servedByTexts as actTexts, useChangeServedBy } from '@/acts/staff/servedBy'
import { Button } from '@/kit/Button'
import { notify } from '@/kit/notify'
import { withNames } from '@/kit/withNames'
import { Colleagues, useColleagues } from './Colleagues'
import type { RecentCustomer } from './counterState'
import { servedByTexts as texts } from './servedByTexts'
import type { CounterController } from './useCounter'

interface ServedByLineProps {
  visit: RecentCustomer
  counter: CounterController
  onChanged: () => void
}

/** Who did the service of the visit just registered, and its correction. */
export function ServedByLine({ visit, counter, onChanged }: ServedByLineProps) {
  const colleagues = useColleagues()
  const [open, setOpen] = useState(false)
  const correction = useChangeServedBy(({ id, name }) => {
    counter.showServedBy(visit.visitId, { id, name })
    setOpen(false)
    onChanged()
  })
  const servedBy = visit.servedBy ?? colleagues.find(({ self }) => self)
  if (!servedBy || colleagues.length < 2) return null
  if (open) {
    return (
      <div className="grid gap-1.5">
        <p aria-hidden="true" className="font-semibold">
          {texts.whoServedIt}
        </p>
        <Colleagues
          label={texts.whoServed(visit.name)}
          colleagues={colleagues}
          chosenId={servedBy.id}
          busy={correction.isPending}
          onChoose={(colleague) =>
            correction.mutate(
              { visitId: visit.visitId, colleague },
              { onError: (error) => notify.error(error, actTexts.failed) },
            )
          }
        />
      </div>
    )
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <p className="text-counter [overflow-wrap:anywhere]">
        {withNames(texts.by(servedBy.name), servedBy.name)}
      </p>
      <Button variant="quiet" aria-label={texts.changeOf(visit.name)} onClick={() => setOpen(true)}>
        {texts.change}
      </Button>
    </div>
  )
}
