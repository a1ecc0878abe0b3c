import type { ReactNode } from 'react'
import type { SentMessage } from '@/api/types'
import { undeliveredReason } from '@/card/message-state/MessageState'
import { Verbatim } from '@/kit/Verbatim'
import { sayExactly } from '@/lib/dates'
import { sayNumber } from '@/lib/numbers'
import { texts } from './texts'

const words = texts.messages

export function MessageDetails({ message }: { message: SentMessage }) {
  const { text, businessName, createdAt, sentAt, deliveredAt, readAt, tries } = message
  const reason = undeliveredReason(message)
  return (
    <div className="grid gap-3 rounded-box bg-well p-4 text-left font-normal">
      <p className="max-w-prose whitespace-pre-line [overflow-wrap:anywhere]">{text}</p>
      {reason && <p className="max-w-prose font-semibold [overflow-wrap:anywhere]">{reason}</p>}
      <dl className="grid gap-x-6 gap-y-1 sm:grid-cols-[auto_minmax(0,1fr)]">
        <Detail name={words.business}>
          <Verbatim>{businessName}</Verbatim>
        </Detail>
        <Detail name={words.when}>{sayExactly(createdAt)}</Detail>
        {sentAt && <Detail name={words.sentAt}>{sayExactly(sentAt)}</Detail>}
        {deliveredAt && <Detail name={words.deliveredAt}>{sayExactly(deliveredAt)}</Detail>}
        {readAt && <Detail name={words.readAt}>{sayExactly(readAt)}</Detail>}
        {tries > 1 && <Detail name={words.triesMade}>{sayNumber(tries)}</Detail>}
      </dl>
    </div>
  )
}

function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-soft">{name}</dt>
      <dd className="min-w-0 tabular-nums [overflow-wrap:anywhere]">{children}</dd>
    </>
  )
}
