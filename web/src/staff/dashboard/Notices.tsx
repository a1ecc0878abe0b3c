import { useQueries, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { devicesQuery, waitingVisitsQuery } from '@/api/devices'
import { releasedPhonesQuery } from '@/api/releasedPhones'
import { removalQueries } from '@/api/removalRequests'
import { canChangeSettings } from '@/api/session'
import type { Role } from '@/api/types'
import { unverifiedQueries } from '@/api/unverified'
import { usersQuery } from '@/api/users'
import { PasswordGuessingNotice } from '@/card/password-guessing/PasswordGuessingNotice'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { ReleasedHint } from './ReleasedPhones'
import { RemovalRequests } from './RemovalRequests'
import { texts } from './texts'
import { UnverifiedHints } from './UnverifiedRegistrations'

/** What a person must decide or know today. */
export function Notices({ role }: { role: Role }) {
  const mayAccept = canChangeSettings(role)
  return (
    <>
      <FailedNotices mayAccept={mayAccept} />
      {mayAccept && <WaitingHint />}
      <RemovalRequests />
      <PasswordGuessingHint />
      <UnverifiedHints />
      <ReleasedHint />
    </>
  )
}

/**
 * Reports notices that failed to load: an absent notice would mean that there is nothing to decide. The team
 * panel reports a failure of the users.
 */
function FailedNotices({ mayAccept }: { mayAccept: boolean }) {
  const results = useQueries({
    queries: [
      removalQueries.requests(),
      unverifiedQueries.overview(),
      releasedPhonesQuery(),
      { ...waitingVisitsQuery(), enabled: mayAccept },
      { ...devicesQuery(), enabled: mayAccept },
    ],
  })
  const failedResults = results.filter(({ isLoadingError }) => isLoadingError)
  if (failedResults.length === 0) return null
  return (
    <LoadFailed
      title={texts.noticesFailed.title}
      onRetry={() => Promise.all(failedResults.map(({ refetch }) => refetch()))}
    >
      {errorText(failedResults[0]?.error, texts.noticesFailed.detail)}
    </LoadFailed>
  )
}

/** Counts the visits to decide of unnamed and of revoked devices. */
function WaitingHint() {
  const { data: waiting = [] } = useQuery(waitingVisitsQuery())
  const { data: devices = [] } = useQuery(devicesQuery())
  const visits = [...waiting, ...devices.flatMap(({ handed }) => handed)]
  const count = visits.filter(({ outcome }) => outcome === null).length
  if (count === 0) return null
  return (
    <Notice tone="warning" title={texts.waiting.title(count)}>
      <p>{texts.waiting.detail}</p>
      <Link to="/app/devices" className="inline-flex min-h-target items-center font-semibold underline">
        {texts.waiting.decide}
      </Link>
    </Notice>
  )
}

function PasswordGuessingHint() {
  const users = useQuery(usersQuery())
  const attackedAccounts = users.data?.filter(({ triedAt }) => triedAt) ?? []
  const { team, ...guessing } = texts.tried
  return (
    <PasswordGuessingNotice {...guessing} names={attackedAccounts.map(({ name, email }) => name || email)}>
      <Link to="/app/users" className="inline-flex min-h-target items-center font-semibold underline">
        {team}
      </Link>
    </PasswordGuessingNotice>
  )
}
