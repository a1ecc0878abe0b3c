import { buttonLook } from '@/kit/buttonLook'
import { Notice } from '@/kit/Notice'
import { inBrowser } from '@/lib/inBrowser'
import type { Failure } from './failure'
import { PointsLink, pointsAddress } from './PointsLink'
import { texts } from './texts'
import type { FormKind } from './useRegistration'

interface FailureNoticeProps {
  failure: Failure
  businessId: string
  kind: FormKind
  phone: string
}

export function FailureNotice({ failure, businessId, kind, phone }: FailureNoticeProps) {
  const { tone, title, detail, serverMessage, leadsToPoints } = failure
  return (
    <Notice tone={tone} title={title}>
      {detail && <p>{detail}</p>}
      {serverMessage && <p className="mt-1 text-small text-ink-soft">{serverMessage}</p>}
      {leadsToPoints && (
        <div className="mt-2 grid justify-items-start gap-3">
          {inBrowser ? (
            <PointsLink businessId={businessId} from={kind} phone={phone} look={{}} />
          ) : (
            <SendPhone action={pointsAddress(businessId, kind)} />
          )}
          <p>{texts.failure.knownChild}</p>
        </div>
      )}
    </Notice>
  )
}

/** A link made of a form that works without the script, so that the phone is in the body and not in a URL. */
function SendPhone({ action }: { action: string }) {
  return (
    <button
      type="submit"
      name="ahead"
      value="phone"
      formAction={action}
      formNoValidate
      className={buttonLook()}
    >
      {texts.fixed.points}
    </button>
  )
}
