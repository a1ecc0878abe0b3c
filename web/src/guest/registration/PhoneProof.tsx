import { DelayHint, MessageLink, WaitStatus } from '@/card/MessageLink'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { texts } from './texts'
import { usePhoneProof } from './usePhoneProof'

const words = texts.proof

/** Asks the customer to prove the phone. Shows nothing if that is impossible or was done before. */
export function PhoneProof({ customerId }: { customerId: string }) {
  const { progress, wait, again } = usePhoneProof(customerId)
  switch (progress.state) {
    case 'unoffered':
      return null
    case 'confirmed':
      return (
        <Notice tone="success" title={words.confirmed}>
          {words.confirmedDetail}
        </Notice>
      )
    case 'replaced':
      return (
        <Notice tone="success" title={words.confirmed}>
          {words.replacedDetail}
        </Notice>
      )
    case 'expired':
      return <NotProved title={words.expired} detail={words.expiredDetail} onAgain={again} />
    case 'hidden':
      return <NotProved title={words.hidden} detail={words.hiddenDetail} onAgain={again} />
    default:
      return (
        <Panel title={words.title}>
          <p className="mb-4 text-ink-soft">{words.intro}</p>
          <Open link={'link' in progress ? progress.link : null} onOpen={wait} />
          <WaitStatus>{progress.state === 'waiting' && words.waiting}</WaitStatus>
          {progress.state === 'waiting' && <DelayHint since={progress.since}>{words.late}</DelayHint>}
        </Panel>
      )
  }
}

/** Shows a busy button while an expired link is renewed. */
function Open({ link, onOpen }: { link: string | null; onOpen: () => void }) {
  if (link === null) {
    return (
      <Button variant="secondary" wide busy busyLabel={words.renewing}>
        {words.open}
      </Button>
    )
  }
  return (
    <MessageLink link={link} variant="secondary" onOpen={onOpen}>
      {words.open}
    </MessageLink>
  )
}

interface NotProvedProps {
  title: string
  detail: string
  onAgain: () => void
}

function NotProved({ title, detail, onAgain }: NotProvedProps) {
  return (
    <Notice tone="warning" title={title}>
      <p>{detail}</p>
      <Button variant="secondary" className="mt-2" onClick={onAgain}>
        {words.again}
      </Button>
    </Notice>
  )
}
