import { Link, useLocation, useNavigate } from '@tanstack/react-router'
import { deviceTexts, useEnrolDevice } from '@/acts/staff/devices'
import { useDevice } from '@/api'
import type { NamedDevice } from '@/api/namedDevice'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { Message } from '@/kit/Message'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { withNames } from '@/kit/withNames'
import { sayMoment } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.enrol

/** Enrols this browser by the code in the address. Without a code, shows the device's name. */
export function EnrolScreen() {
  const device = useDevice()
  const code = useLocation({ select: ({ hash }) => hash })
  const navigate = useNavigate()
  // Removes the used code from the address.
  const enrol = useEnrolDevice(() => navigate({ to: '/staff/device', hash: '', replace: true }))
  return (
    <div className="mx-auto grid max-w-xl gap-6">
      <header className="grid gap-2">
        <h1 className="font-sign text-display font-extrabold">{words.title}</h1>
        <p className="text-ink-soft">{words.intro}</p>
      </header>
      {enrol.isSuccess ? (
        <EnrolmentResult name={enrol.data.name} />
      ) : code ? (
        <Panel title={words.ready}>
          <div className="grid gap-4">
            {device?.state === 'named' && (
              <Notice tone="warning">{withNames(words.replace(device.name), device.name)}</Notice>
            )}
            <p className="text-ink-soft">{words.readyDetail}</p>
            <div>
              <Button busy={enrol.isPending} busyLabel={words.busy} onClick={() => enrol.mutate(code)}>
                {device?.state === 'named' ? words.replaceAction : words.submit}
              </Button>
            </div>
            {enrol.isError && <Message text={`❌ ${errorText(enrol.error, deviceTexts.enrol.failed)}`} />}
          </div>
        </Panel>
      ) : device?.state === 'named' ? (
        <KnownDevice device={device} />
      ) : (
        <Panel title={words.nameless}>
          <p>{words.namelessDetail}</p>
        </Panel>
      )}
    </div>
  )
}

function EnrolmentResult({ name }: { name: string }) {
  return (
    <div className="grid justify-items-start gap-4">
      <Notice tone="success" title={withNames(words.done(name), name)} className="w-full">
        {words.doneDetail}
      </Notice>
      <Link to="/staff/checkin" className={buttonLook({})}>
        {words.toCounter}
      </Link>
    </div>
  )
}

function KnownDevice({ device: { name, spokeAt } }: { device: NamedDevice }) {
  return (
    <Panel title={withNames(words.named(name), name)}>
      <div className="grid justify-items-start gap-4">
        <p>{spokeAt ? words.lastSeen(sayMoment(new Date(spokeAt).toISOString())) : words.notYet}</p>
        <Link to="/staff/checkin" className={buttonLook({})}>
          {words.toCounter}
        </Link>
      </div>
    </Panel>
  )
}
