import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useRefuseRemoval } from '@/acts/staff/removalRequests'
import { texts as actTexts } from '@/acts/staff/texts'
import { useRemoveVisit } from '@/acts/staff/visits'
import { removalQueries } from '@/api/removalRequests'
import type { RemovalRequest } from '@/api/types'
import { useTimeZone } from '@/api/useTimeZone'
import { Button } from '@/kit/Button'
import { Moment } from '@/kit/Moment'
import { Notice } from '@/kit/Notice'
import { notify } from '@/kit/notify'
import { withNames } from '@/kit/withNames'
import { removalTexts as texts } from './texts'

export function RemovalRequests() {
  const requests = useQuery(removalQueries.requests()).data ?? []
  if (requests.length === 0) return null
  return (
    <Notice tone="warning" title={texts.title(requests.length)}>
      <p>{texts.detail}</p>
      <ul className="mt-2 grid gap-3 text-ink">
        {requests.map((request) => (
          <Request key={request.visitId} request={request} />
        ))}
      </ul>
    </Notice>
  )
}

function Request({ request }: { request: RemovalRequest }) {
  const { visitId, customerId, customerName, visitedAt, registeredBy } = request
  const timeZone = useTimeZone()
  const remove = useRemoveVisit(() => undefined)
  const refuse = useRefuseRemoval()
  const busy = remove.isPending || refuse.isPending
  return (
    <li className="flex flex-wrap items-center justify-between gap-2">
      <p className="min-w-0 flex-[1_1_12rem] [overflow-wrap:anywhere]">
        <Link
          to="/app/customers/$id"
          params={{ id: customerId }}
          translate="no"
          className="inline-flex min-h-target items-center font-semibold underline"
        >
          {customerName}
        </Link>{' '}
        · <Moment at={visitedAt} {...(timeZone && { timeZone })} /> ·{' '}
        {withNames(texts.by(registeredBy), registeredBy)}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          arms={`keep ${visitId}`}
          aria-label={texts.keepOf(customerName)}
          onClick={() => {
            if (!busy) refuse.mutate(visitId)
          }}
        >
          {texts.keep}
        </Button>
        <Button
          variant="danger"
          arms={`remove ${visitId}`}
          aria-label={texts.removeOf(customerName)}
          busy={remove.isPending}
          busyLabel={texts.removing}
          onClick={() => {
            if (busy) return
            remove.mutate(visitId, {
              onError: (error) => void notify.error(error, actTexts.visit.removeFailed),
            })
          }}
        >
          {texts.remove}
        </Button>
      </div>
    </li>
  )
}
