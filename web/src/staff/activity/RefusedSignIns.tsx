import { useQuery } from '@tanstack/react-query'
import { type ActivityScope, activityQueries } from '@/api/activity'
import type { RefusedSignIn } from '@/api/types'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { sayDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.refused

export function RefusedSignIns({ scope }: { scope: ActivityScope }) {
  const signIns = useQuery(activityQueries.refusedSignIns(scope))
  return (
    <Panel title={words.title}>
      <div className="grid gap-3">
        <p className="max-w-prose text-ink-soft">{words.intro}</p>
        {signIns.isLoadingError ? (
          <LoadFailed onRetry={signIns.refetch}>{errorText(signIns.error, words.failed)}</LoadFailed>
        ) : signIns.isPending ? (
          <Skeleton className="h-12" />
        ) : signIns.data?.length === 0 ? (
          <p>{words.none}</p>
        ) : (
          <ul className="divide-y divide-rule">
            {signIns.data?.map((account) => (
              <Account key={`${account.day} ${account.business} ${account.userId}`} account={account} />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  )
}

function Account({ account }: { account: RefusedSignIn }) {
  return (
    <li className="grid gap-x-4 py-3 sm:grid-cols-[12rem_minmax(0,1fr)_auto]">
      <span className="text-ink-soft">{sayDay(account.day)}</span>
      {account.userId ? (
        <span translate="no" className="min-w-0 wrap-anywhere">
          <strong className="font-semibold">{account.name}</strong> {account.email}
          {account.business && <span className="text-ink-soft"> · {account.business}</span>}
        </span>
      ) : (
        <span>{words.unknown}</span>
      )}
      <span className="tabular-nums">{words.count(account.count)}</span>
    </li>
  )
}
