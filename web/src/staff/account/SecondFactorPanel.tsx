import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { beginOwnEnrolment, useDrawRecoveryCodes, useOwnEnrolment } from '@/acts/staff/secondFactor'
import { currentToken } from '@/api'
import { hasSecondFactor, secondFactorQuery } from '@/api/secondFactor'
import type { SecondFactor } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { Button } from '@/kit/Button'
import { LoadFailed } from '@/kit/LoadFailed'
import { Message } from '@/kit/Message'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { sayMoment } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { EnrolmentForm } from '@/shared/login/EnrolmentForm'
import { OwnRecoveryCodes } from './OwnRecoveryCodes'
import { RemoveFactorDialog } from './RemoveFactorDialog'
import { texts } from './texts'

const words = texts.factor
const fewCodes = 3

const focus = (element: HTMLElement | null) => element?.focus()

export function SecondFactorPanel() {
  const factor = useQuery(secondFactorQuery())
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const [isEnrolling, setEnrolling] = useState(false)
  const [hasSaved, setSaved] = useState(false)
  const closeCodes = () => {
    setCodes(null)
    setSaved(true)
  }
  if (codes) {
    return (
      <FactorPanel title={words.codesTitle}>
        <OwnRecoveryCodes codes={codes} onDone={closeCodes} />
      </FactorPanel>
    )
  }
  if (factor.isLoadingError) {
    return (
      <FactorPanel>
        <LoadFailed onRetry={factor.refetch}>{errorText(factor.error, words.loadFailed)}</LoadFailed>
      </FactorPanel>
    )
  }
  if (!factor.data) {
    return (
      <FactorPanel>
        <Skeleton className="h-24" />
      </FactorPanel>
    )
  }
  const isOn = hasSecondFactor(factor.data)
  return (
    <FactorPanel>
      {isOn ? (
        <EnrolledFactor factor={factor.data} hasSaved={hasSaved} onCodes={setCodes} />
      ) : (
        <p>{words.intro}</p>
      )}
      {factor.data.enrolledAt ? null : isEnrolling ? (
        <OwnEnrolment
          onEnrolled={(codes) => {
            setEnrolling(false)
            if (codes.length > 0) setCodes(codes)
          }}
        />
      ) : (
        <Button variant={isOn ? 'secondary' : 'primary'} onClick={() => setEnrolling(true)}>
          {isOn ? words.addApp : words.begin}
        </Button>
      )}
    </FactorPanel>
  )
}

function FactorPanel({ title = words.title, children }: { title?: string; children: ReactNode }) {
  return (
    <Panel title={title}>
      <div className="grid gap-4">{children}</div>
    </Panel>
  )
}

function OwnEnrolment({ onEnrolled }: { onEnrolled: (recoveryCodes: readonly string[]) => void }) {
  const continueWith = useOwnEnrolment()
  return (
    <EnrolmentForm
      autoFocus
      begin={beginOwnEnrolment}
      token={currentToken}
      onEnrolled={(enrolledFactor) => {
        onEnrolled(enrolledFactor.recoveryCodes)
        void continueWith(enrolledFactor)
      }}
    />
  )
}

interface EnrolledFactorProps {
  factor: SecondFactor
  /** True once new recovery codes are saved. The pressed button is gone, so the first line takes the focus. */
  hasSaved: boolean
  onCodes: (codes: readonly string[]) => void
}

function EnrolledFactor({ factor, hasSaved, onCodes }: EnrolledFactorProps) {
  const [isRemoving, setRemoving] = useState(false)
  const [isMoving, setMoving] = useState(false)
  const drawCodes = useDrawRecoveryCodes()
  if (isMoving) {
    return (
      <>
        <p>{words.moveIntro}</p>
        <OwnEnrolment onEnrolled={onCodes} />
        <Button variant="quiet" onClick={() => setMoving(false)}>
          {words.moveCancel}
        </Button>
      </>
    )
  }
  return (
    <>
      <p
        ref={hasSaved ? focus : undefined}
        tabIndex={-1}
        className="flex flex-wrap items-center gap-2 outline-none"
      >
        <Badge tone="good">{words.on}</Badge>
        {factor.enrolledAt && (
          <span className="text-ink-soft">{words.since(sayMoment(factor.enrolledAt))}</span>
        )}
      </p>
      {factor.recoveryCodesLeft < fewCodes ? (
        <Notice tone="warning">{words.left(factor.recoveryCodesLeft)}</Notice>
      ) : (
        <p>{words.left(factor.recoveryCodesLeft)}</p>
      )}
      {drawCodes.isError && <Message text={`❌ ${errorText(drawCodes.error, words.drawFailed)}`} />}
      <div className="flex flex-wrap gap-2">
        <Button
          variant="secondary"
          busy={drawCodes.isPending}
          busyLabel={words.drawing}
          onClick={() =>
            drawCodes.mutate(undefined, { onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes) })
          }
        >
          {words.draw}
        </Button>
        {factor.enrolledAt && (
          <Button variant="secondary" onClick={() => setMoving(true)}>
            {words.move}
          </Button>
        )}
        {!factor.compulsory && (
          <Button variant="secondary" onClick={() => setRemoving(true)}>
            {words.remove}
          </Button>
        )}
      </div>
      {factor.compulsory && <p className="text-small text-ink-soft">{words.compulsory}</p>}
      <RemoveFactorDialog open={isRemoving} onClose={() => setRemoving(false)} />
    </>
  )
}
