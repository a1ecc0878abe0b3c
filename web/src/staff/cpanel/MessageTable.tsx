import type { SentMessage } from '@/api/types'
import { kindLabel, MessageState, undeliveredReason } from '@/card/message-state/MessageState'
import { Badge } from '@/kit/Badge'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/kit/Table'
import { sayExactly, sayMoment } from '@/lib/dates'
import { formatPhone } from '@/lib/phone'
import { texts } from './texts'

const words = texts.messages

/** MessageTable lists messages, newest first; null while loading. */
export function MessageTable({ messages }: { messages: SentMessage[] | null }) {
  return (
    <Table caption={words.caption} head={<Head />} busy={messages === null} wide>
      {messages?.map((message) => <MessageRow key={message.id} message={message} />) ?? (
        <SkeletonRows columns={5} />
      )}
    </Table>
  )
}

function Head() {
  return (
    <>
      <HeadCell>{words.to}</HeadCell>
      <HeadCell>{words.text}</HeadCell>
      <HeadCell>{words.business}</HeadCell>
      <HeadCell>{words.when}</HeadCell>
      <HeadCell>{words.status}</HeadCell>
    </>
  )
}

function MessageRow({ message }: { message: SentMessage }) {
  const { to, kind, text, businessName, createdAt, status } = message
  return (
    <Row>
      <Cell>
        <span translate="no" className="font-semibold tabular-nums sm:whitespace-nowrap">
          {formatPhone(to)}
        </span>
      </Cell>
      <Cell>
        <span className="grid min-w-48 justify-items-start gap-1 font-normal [overflow-wrap:anywhere]">
          <Badge>{kindLabel(kind)}</Badge>
          {text}
        </span>
      </Cell>
      <Cell label={words.business}>
        <span translate="no" className="[overflow-wrap:anywhere]">
          {businessName}
        </span>
      </Cell>
      <Cell label={words.when}>
        <time dateTime={createdAt} title={sayExactly(createdAt)} className="sm:whitespace-nowrap">
          {sayMoment(createdAt)}
        </time>
      </Cell>
      <Cell label={words.status}>
        <span className="grid max-w-72 min-w-32 justify-items-start gap-1 @max-[64rem]:justify-items-end @max-[64rem]:text-right">
          <MessageState status={status} />
          <span className="text-small text-ink-soft [overflow-wrap:anywhere]">{detailsOf(message)}</span>
        </span>
      </Cell>
    </Row>
  )
}

/** Why the message has not arrived, and the number of attempts if more than one. */
function detailsOf(message: SentMessage): string {
  const reason = undeliveredReason(message)
  const tries = message.tries > 1 ? words.tries(message.tries) : null
  return [reason, tries].filter(Boolean).join(' · ')
}
