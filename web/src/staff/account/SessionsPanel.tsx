import { useQuery } from '@tanstack/react-query'
import { ownSessionTexts, useCloseOtherSessions, useCloseSession } from '@/acts/staff/ownSessions'
import { ownSessionsQuery } from '@/api/ownSessions'
import type { StaffSession } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { LoadFailed } from '@/kit/LoadFailed'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { sayMoment } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { sessionTexts as words } from './sessionTexts'

export function SessionsPanel() {
  const sessions = useQuery(ownSessionsQuery())
  const others = useCloseOtherSessions()
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <p className="text-ink-soft">{words.intro}</p>
        {sessions.isLoadingError && (
          <LoadFailed onRetry={sessions.refetch}>{errorText(sessions.error, words.loadFailed)}</LoadFailed>
        )}
        {sessions.isPending && <Skeleton className="h-24" />}
        {sessions.data && (
          <ul aria-label={words.title} className="divide-y divide-rule">
            {sessions.data.map((session) => (
              <SessionEntry key={session.id} session={session} />
            ))}
          </ul>
        )}
        {others.isError && <Message text={`❌ ${errorText(others.error, ownSessionTexts.failed)}`} />}
        {sessions.data?.some(({ current }) => !current) && (
          <Button
            variant="secondary"
            busy={others.isPending}
            busyLabel={words.closing}
            onClick={() => others.mutate()}
          >
            {words.closeOthers}
          </Button>
        )}
      </div>
    </Panel>
  )
}

function SessionEntry({ session }: { session: StaffSession }) {
  const close = useCloseSession(session)
  const openedAt = sayMoment(session.openedAt)
  return (
    <li className="grid gap-2 py-3">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="grid min-w-0 gap-0.5">
          <p className="flex flex-wrap items-center gap-2 font-semibold">
            {session.device}
            {session.current && <Badge tone="good">{words.current}</Badge>}
          </p>
          <p className="text-small text-ink-soft">{words.seen(sayMoment(session.seenAt))}</p>
          <p className="text-small text-ink-soft">{words.opened(openedAt)}</p>
          {session.address && (
            <p className="text-small [overflow-wrap:anywhere] text-ink-soft">
              {words.address(session.address)}
            </p>
          )}
        </div>
        {!session.current && (
          <Button
            variant="secondary"
            aria-label={words.closeOne(session.device, openedAt)}
            busy={close.isPending}
            busyLabel={words.closing}
            onClick={() => close.mutate()}
          >
            {words.close}
          </Button>
        )}
      </div>
      {close.isError && <Message text={`❌ ${errorText(close.error, ownSessionTexts.failed)}`} />}
    </li>
  )
}
