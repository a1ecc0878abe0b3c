import type { CodeRequest, CodeWay } from '@/acts/guest/portalSignIn'
import { Button } from '@/kit/Button'
import { inBrowser } from '@/lib/inBrowser'
import { useSecondsUntil } from '@/lib/useSecondsUntil'
import { texts } from '../texts'

const signInTexts = texts.signIn

interface ResendCodeProps {
  request: CodeRequest
  ways: readonly CodeWay[]
  isDelivered: boolean
  busy: CodeWay | null
  onResend: (way: CodeWay) => void
}

/** Offers a new code once the first should have arrived. */
export function ResendCode({ request, ways, isDelivered, busy, onResend }: ResendCodeProps) {
  const seconds = useSecondsUntil(request.at + 30_000)
  if (inBrowser && seconds > 0) {
    return (
      <p className="flex min-h-target items-center text-small text-ink-soft">
        {signInTexts.againIn(seconds)}
      </p>
    )
  }
  const words = (way: CodeWay) => {
    if (!isDelivered && way === 'whatsapp') return signInTexts.anotherRecorded
    return way === request.way ? signInTexts.again : signInTexts.otherWay[way]
  }
  return ways.map((way) => (
    <Button
      key={way}
      type="submit"
      name="way"
      value={way}
      formNoValidate
      variant="quiet"
      busy={busy === way}
      busyLabel={signInTexts.sending}
      onClick={(event) => {
        event.preventDefault()
        onResend(way)
      }}
    >
      {words(way)}
    </Button>
  ))
}
