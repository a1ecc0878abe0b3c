import { lazy, Suspense, useCallback, useEffect } from 'react'
import { isOffline } from '@/api/error'
import { loadAdjustments, loadVisits } from '@/api/ownLists'
import type { Own, PortalCard, PortalSession, Progress } from '@/api/types'
import { VisitLine } from '@/card/VisitLine'
import { Fact, FactList } from '@/kit/FactList'
import { LoadFailed } from '@/kit/LoadFailed'
import { Moment } from '@/kit/Moment'
import { Notice } from '@/kit/Notice'
import { PagedPanel } from '@/kit/PagedPanel'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { errorText } from '@/lib/errors'
import { registerPortalWorker } from '@/lib/serviceWorkers'
import { CardSwitch } from '../cards/CardSwitch'
import { ChildrenPanel } from '../cards/ChildrenPanel'
import { texts as cardTexts } from '../cards/texts'
import { useCards } from '../cards/useCards'
import type { LeaveReason } from '../leaveReason'
import { PortalHead } from '../PortalHead'
import { texts } from '../texts'
import { InstallPanel } from './InstallPanel'
import { OwnCard } from './OwnCard'
import { OwnQr } from './OwnQr'
import { PremisesPanel } from './PremisesPanel'
import { RewardList } from './RewardList'
import { type LiveCard, useLiveCard } from './useLiveCard'

/** Lazy, because few businesses record usual cuts. If it fails to load, the other panels stay. */
const UsualPanel = lazy(() =>
  import('../usual/UsualPanel').then(
    (file) => ({ default: file.UsualPanel }),
    () => ({ default: () => null }),
  ),
)

interface PointsScreenProps {
  customerId: string
  /** Number of cards opened before this one. */
  turn?: number
  onLeave: (why?: LeaveReason) => void
  onOpened: (session: PortalSession) => void
}

export function PointsScreen({ customerId, turn = 0, onLeave, onOpened }: PointsScreenProps) {
  const { cards, load, forget } = useCards()
  return (
    // A new key resets all state except the list of cards.
    <CardScreen
      key={turn}
      cards={cards.map((card) => ({ ...card, current: card.id === customerId }))}
      loadCards={load}
      isAnother={turn > 0}
      onLeave={onLeave}
      onOpened={onOpened}
      onGone={(session) => {
        forget()
        onOpened(session)
      }}
    />
  )
}

interface CardScreenProps {
  cards: readonly PortalCard[]
  loadCards: () => void
  isAnother: boolean
  onLeave: (why?: LeaveReason) => void
  onOpened: (session: PortalSession) => void
  /** Called after a child's card has moved to the child's own phone. */
  onGone: (session: PortalSession) => void
}

function CardScreen({ cards, loadCards, isAnother, onLeave, onOpened, onGone }: CardScreenProps) {
  const leave = useCallback(() => onLeave('ended'), [onLeave])
  const card = useLiveCard(leave)
  const { isFresh } = card
  useEffect(() => {
    if (!isFresh) return
    void registerPortalWorker()
    loadCards()
  }, [isFresh, loadCards])
  return (
    <div className="grid gap-6">
      <PortalHead
        title={texts.points.title}
        businessName={card.own?.businessName}
        link={{ href: '/portal/data', label: texts.data.title }}
        onLeave={onLeave}
      />
      <p role="status" className="sr-only">
        {isAnother && isFresh && card.own && cardTexts.opened(card.own.name)}
      </p>
      <CardSwitch cards={cards} onOpened={onOpened} />
      <Body {...card} />
      {isFresh && card.own?.canAddChildren && (
        <ChildrenPanel cards={cards} onAdded={loadCards} onOpened={onOpened} onGone={onGone} />
      )}
    </div>
  )
}

const columns = 'grid gap-6 lg:grid-cols-[minmax(0,22rem)_minmax(0,1fr)] lg:items-start lg:gap-12'

function Body(card: LiveCard) {
  const { own, trouble, retry } = card
  return (
    <div className={columns}>
      <OwnQr own={own} offline={trouble !== null} />
      <div className="grid gap-6">
        {own && <Points {...card} own={own} />}
        {!own && trouble !== null && (
          <LoadFailed title={texts.points.failed} onRetry={retry}>
            {errorText(trouble)}
          </LoadFailed>
        )}
        {!own && trouble === null && <Loading />}
      </div>
    </div>
  )
}

function Points({ own, at, isFresh, before, trouble }: LiveCard & { own: Own }) {
  const { progress } = own
  // The lists reload when one of these counts changes.
  const version = `${own.visitsCount} ${own.pendingRewards} ${progress?.count} ${progress?.claimedStamps}`
  return (
    <>
      {trouble !== null && (
        <Notice tone="warning" title={isOffline(trouble) ? texts.points.offline : texts.points.busy}>
          {texts.points.known} <Moment at={new Date(at).toISOString()} timeZone={own.timezone} />.{' '}
          {isOffline(trouble) ? texts.points.soon : texts.points.retrying}
        </Notice>
      )}
      {own.progress && <OwnCard own={own} progress={own.progress} before={before} />}
      {own.progress && <PaperStamps progress={own.progress} />}
      <InstallPanel />
      <Panel title={texts.points.summary}>
        <FactList>
          <Fact name={texts.points.visitsCount}>{own.visitsCount}</Fact>
          <Fact name={texts.points.pending}>{own.pendingRewards}</Fact>
        </FactList>
      </Panel>
      {isFresh && own.usualEnabled && (
        <Suspense>
          <UsualPanel own={own} />
        </Suspense>
      )}
      {isFresh && (
        <>
          <VisitList version={version} timeZone={own.timezone} />
          <AdjustmentList version={version} timeZone={own.timezone} />
          <RewardList version={version} timeZone={own.timezone} />
        </>
      )}
      <PremisesPanel own={own} />
    </>
  )
}

/** Stamps claimed from a paper card that wait or were rejected. AdjustmentList has the confirmed ones. */
function PaperStamps({ progress }: { progress: Progress }) {
  const { claimedStamps = 0, rejectedStamps = 0 } = progress
  const { waiting, refused, title } = texts.paper
  if (claimedStamps > 0) return <Notice title={title}>{waiting(claimedStamps)}</Notice>
  return rejectedStamps > 0 && <Notice title={title}>{refused(rejectedStamps)}</Notice>
}

function Loading() {
  return (
    <>
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <Skeleton className="h-85 rounded-box" />
      <Skeleton className="h-40 rounded-box" />
      <Skeleton className="h-60 rounded-box" />
    </>
  )
}

function VisitList({ version, timeZone }: { version: string; timeZone: string }) {
  return (
    <PagedPanel words={texts.visits} load={loadVisits} version={version}>
      {({ visitedAt, notes }) => <VisitLine visitedAt={visitedAt} notes={notes} timeZone={timeZone} />}
    </PagedPanel>
  )
}

/** Adjustments: stamps without a visit. Most cards have none. */
function AdjustmentList({ version, timeZone }: { version: string; timeZone: string }) {
  return (
    <PagedPanel words={texts.adjustments} load={loadAdjustments} version={version} rare>
      {({ createdAt, text }) => <VisitLine visitedAt={createdAt} notes={text} timeZone={timeZone} />}
    </PagedPanel>
  )
}
