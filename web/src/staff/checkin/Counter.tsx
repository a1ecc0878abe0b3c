import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { useFreshSnapshot } from '@/acts/staff/snapshot/SnapshotProvider'
import { businessQuery } from '@/api/customers'
import type { Role } from '@/api/types'
import { AnswerPanel } from './AnswerPanel'
import { CameraNotice, CameraView } from './CameraView'
import { customerIn } from './checkIn'
import { FeedbackChoice } from './FeedbackChoice'
import { OwnVisitsPart } from './OwnVisitsPart'
import { PassedList } from './PassedList'
import { ScanBox } from './ScanBox'
import { Tally } from './Tally'
import { texts } from './texts'
import { useBox } from './useBox'
import type { CameraTrouble } from './useCamera'
import { useCheckIn } from './useCheckIn'

interface CounterProps {
  role: Role
  /** Whose card the address asks for. */
  customerId: string | null
  /** Told when the counter turns to somebody else, whom the address must not contradict. */
  onTurnAway: () => void
}

/** The box, the camera and the panel that answers. */
export function Counter({ role, customerId, onTurnAway }: CounterProps) {
  const counter = useCheckIn()
  const box = useBox()
  const [camera, setCamera] = useState(false)
  const [trouble, setTrouble] = useState<{ why: CameraTrouble; at: number } | null>(null)
  const { data: business, refetch: readBusiness } = useQuery(businessQuery())
  const { state, open, scan } = counter
  useFreshSnapshot()

  useEffect(() => {
    if (customerId) open(customerId)
  }, [customerId, open])

  // Nobody says when a server that could not be asked at the start can be: an answer of it does.
  const unnamedAt = !business && state.answer.kind === 'registered' ? state.serial : null
  useEffect(() => {
    if (unnamedAt !== null) void readBusiness()
  }, [unnamedAt, readBusiness])

  const shown = customerIn(state.answer)
  useEffect(() => {
    if (customerId && state.serial > 0 && shown !== customerId) onTurnAway()
  }, [customerId, state.serial, shown, onTurnAway])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the focus comes back after every answer
  useEffect(box.focus, [state.serial, box.focus])

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
        {camera && <CameraView onCode={see} onTrouble={giveUpCamera} />}
        {trouble?.at === state.serial && <CameraNotice trouble={trouble.why} />}
      </div>
      <AnswerPanel counter={counter} business={business ?? null} role={role} onReady={box.focus} />
      <div className="counter-rest">
        <Tally timeZone={business?.timezone} />
        <PassedList counter={counter} shown={shown} />
        <OwnVisitsPart counter={counter} role={role} timeZone={business?.timezone} />
        <FeedbackChoice />
        <p className="text-small text-ink-soft">{texts.privacy}</p>
      </div>
    </div>
  )
}
