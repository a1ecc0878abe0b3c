import { useEffect } from 'react'
import { startHandover } from '@/acts/staff/outbox/handOver'
import { device, useDevice } from '@/api'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'

const words = texts.revokedNotice

/** The notice on every screen of a revoked device. It sends the stored visits to the server. */
export function RevokedNotice() {
  const namedDevice = useDevice()
  const isRevoked = namedDevice?.state === 'revoked'
  useEffect(() => (isRevoked ? startHandover({ device }) : undefined), [isRevoked])
  if (!namedDevice || namedDevice.state === 'named') return null
  const { name, handed } = namedDevice
  return (
    <div className="mx-auto w-full max-w-6xl px-4 pt-4 sm:px-6">
      <Notice tone="warning" title={withNames(words.title(name), name)}>
        <div className="grid justify-items-start gap-2">
          <p>{isRevoked ? words.busy : handed > 0 ? words.handedOver(handed) : words.none}</p>
          {!isRevoked && (
            <Button variant="secondary" onClick={() => device.forget()}>
              {words.seen}
            </Button>
          )}
        </div>
      </Notice>
    </div>
  )
}
