import type { CodeRequest, CodeWay } from '@/acts/guest/portalSignIn'
import { Button } from '@/kit/Button'
import { inBrowser } from '@/lib/inBrowser'
import { useSecondsUntil } from '@/lib/useSecondsUntil'
import { texts } from '../texts'

const said = texts.signIn

interface AskAgainProps {
  request: CodeRequest
  /** How a code can come. */
  ways: readonly CodeWay[]
  /** Whether a code by WhatsApp leaves. */
  isDelivered: boolean
  /** Which is being sent. */
  busy: CodeWay | null
  onResend: (way: CodeWay) => void
}

/** Another code, as the first came or in another way, but not before the first can have arrived. */
export function ResendCode({ request, ways, isDelivered, busy, onResend }: AskAgainProps) {
  const seconds = useSecondsUntil(request.at + 30_000)
  if (inBrowser && seconds > 0) {
    return <p className="flex min-h-target items-center text-small text-ink-soft">{said.againIn(seconds)}</p>
  }
  const words = (way: CodeWay) => {
    if (!isDelivered && way === 'whatsapp') return said.anotherRecorded
    return way === request.way ? said.again : said.otherWay[way]
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
      busyLabel={said.sending}
      onClick={(event) => {
        event.preventDefault()
        onResend(way)
      }}
    >
      {words(way)}
    </Button>
  ))
}
