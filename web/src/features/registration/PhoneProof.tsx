import { Button } from '@/ui/Button'
import { Awaited, MessageLink } from '@/ui/MessageLink'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { texts } from './texts'
import { usePhoneProof } from './usePhoneProof'

const words = texts.proof

/** Offers to prove the phone by a message from it; nothing where that cannot be done or has been done. */
export function PhoneProof({ customerId }: { customerId: string }) {
  const { progress, wait, ask } = usePhoneProof(customerId)
  switch (progress.state) {
    case 'unoffered':
      return null
    case 'confirmed':
      return (
        <Notice tone="success" title={words.confirmed}>
          {words.confirmedDetail}
        </Notice>
      )
    case 'expired':
      return (
        <Notice tone="warning" title={words.expired}>
          <p>{words.expiredDetail}</p>
          <Button variant="secondary" className="mt-2" onClick={() => void ask()}>
            {words.again}
          </Button>
        </Notice>
      )
    default:
      return (
        <Panel title={words.title}>
          <p className="mb-4 text-ink-soft">{words.intro}</p>
          <MessageLink link={progress.link} variant="secondary" onOpen={wait}>
            {words.open}
          </MessageLink>
          <Awaited>{progress.state === 'waiting' && words.waiting}</Awaited>
        </Panel>
      )
  }
}
