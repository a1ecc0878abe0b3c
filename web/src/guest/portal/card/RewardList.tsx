import { loadRewards } from '@/api/ownLists'
import { Badge } from '@/kit/Badge'
import { Moment } from '@/kit/Moment'
import { PagedPanel } from '@/kit/PagedPanel'
import { rewardWords } from '@/lib/rewardKinds'
import { texts } from '../texts'

const tones = { PENDING: 'reward', REDEEMED: 'good', CANCELLED: 'plain' } as const

export function RewardList({ version, timeZone }: { version: string; timeZone: string }) {
  return (
    <PagedPanel words={texts.rewards} load={loadRewards} version={version}>
      {({ id, kind, status, note, createdAt, redeemedAt }) => (
        <div className="flex flex-wrap items-start gap-x-3 gap-y-0.5">
          <span className="min-w-0 flex-[1_1_8em] font-semibold wrap-anywhere">
            {note || rewardWords[kind]?.title || kind || id}
          </span>
          <Badge tone={tones[status]}>{texts.rewards.status[status] ?? status}</Badge>
          {status === 'PENDING' && rewardWords[kind] && (
            <span className="basis-full text-small">{rewardWords[kind].terms}</span>
          )}
          {createdAt && (
            <span className="basis-full text-small text-ink-soft">
              {texts.rewards.given[status]} <Moment at={redeemedAt ?? createdAt} timeZone={timeZone} />
            </span>
          )}
        </div>
      )}
    </PagedPanel>
  )
}
