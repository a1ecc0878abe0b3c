import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useCallback, useEffect, useState } from 'react'
import { useSnapshotRefresh } from '@/acts/staff/snapshot/SnapshotProvider'
import { businessQuery } from '@/api/customers'
import type { Role } from '@/api/types'
import { lazyPart } from '@/kit/lazyPart'
import { onBackGesture } from '@/lib/onBackGesture'
import { readStored } from '@/lib/storage'
import { AnswerPanel } from './AnswerPanel'
import { CameraNotice, CameraView } from './CameraView'
import { shownCustomerId } from './counterState'
import { Fold } from './Fold'
import { RecentCustomers } from './RecentCustomers'
import { ScanBox } from './ScanBox'
import { TodayCount } from './TodayCount'
import { texts } from './texts'
import { useBox } from './useBox'
import type { CameraTrouble } from './useCamera'
import { useColleaguesKey } from './useColleaguesKey'
import { useCounter } from './useCounter'

/** Lazy, because few businesses switch it on: those where several users share a device. */
const ServedByChoice = lazyPart(() => import('./ServedByChoice'), 'ServedByChoice')

/** Lazy, as its section is folded at first. */
const FeedbackChoice = lazyPart(() => import('./FeedbackChoice'), 'FeedbackChoice')

/** Lazy, as its section is folded at first. Says so if it fails to load. */
const OwnVisits = lazy(() =>
  import('./OwnVisits').then(
    (file) => ({ default: file.OwnVisits }),
    () => ({ default: () => <p>{texts.ownFailed}</p> }),
  ),
)

interface CounterProps {
  role: Role
  customerId: string | null
  onTurnAway: () => void
}

export function Counter({ role, customerId, onTurnAway }: CounterProps) {
  const counter = useCounter()
  const box = useBox()
  const [camera, setCamera] = useState(false)
  const [trouble, setTrouble] = useState<{ why: CameraTrouble; at: number } | null>(null)
  const { data: business, refetch: readBusiness } = useQuery(businessQuery())
  const colleaguesKey = useColleaguesKey()
  // Without the business (offline after a page load), stored colleagues show that the choice is switched on.
  const offersServedBy = business?.servedByEnabled ?? readStored(colleaguesKey) !== null
  const { state, open, scan } = counter
  useSnapshotRefresh()

  useEffect(() => {
    if (customerId) open(customerId)
  }, [customerId, open])

  // If the business could not be loaded, the next registered visit proves that the server is
  // reachable, so it is loaded then.
  const unnamedAt = !business && state.answer.kind === 'registered' ? state.serial : null
  useEffect(() => {
    if (unnamedAt !== null) void readBusiness()
  }, [unnamedAt, readBusiness])

  const shownId = shownCustomerId(state.answer)
  useEffect(() => {
    if (customerId && state.serial > 0 && shownId !== customerId) onTurnAway()
  }, [customerId, state.serial, shownId, onTurnAway])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus comes back after every answer
  useEffect(box.focus, [state.serial, box.focus])

  // Android's Back gesture closes the answer instead of leaving the app.
  const { close } = counter
  const holdsBack = state.answer.kind !== 'idle' && !customerId
  useEffect(() => (holdsBack ? onBackGesture(close) : undefined), [holdsBack, close])

  const see = useCallback((content: string) => scan(content, 'camera'), [scan])
  const toggleCamera = () => {
    setCamera(!camera)
    setTrouble(null)
    box.focus()
  }
  const giveUpCamera = (why: CameraTrouble) => {
    setCamera(false)
    setTrouble({ why, at: state.serial })
  }

  return (
    <div className="counter">
      <div className="counter-in">
        <h1 className="counter-title">{texts.title}</h1>
        <ScanBox counter={counter} box={box} camera={camera} onCamera={toggleCamera} />
        {offersServedBy && (
          <Suspense>
            <ServedByChoice counter={counter} onChosen={box.focus} />
          </Suspense>
        )}
        {camera && <CameraView onCode={see} onTrouble={giveUpCamera} />}
        {trouble?.at === state.serial && <CameraNotice trouble={trouble.why} />}
      </div>
      <AnswerPanel counter={counter} business={business ?? null} role={role} onReady={box.focus} />
      <div className="counter-rest">
        <TodayCount timeZone={business?.timezone} />
        <RecentCustomers counter={counter} shownId={shownId} />
        <Fold title={texts.own}>
          <OwnVisits counter={counter} role={role} timeZone={business?.timezone} />
        </Fold>
        <Fold title={texts.settings}>
          <FeedbackChoice />
        </Fold>
        <p className="text-small text-ink-soft">{texts.privacy}</p>
      </div>
    </div>
  )
}
