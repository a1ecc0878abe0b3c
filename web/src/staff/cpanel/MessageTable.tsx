import { ChevronRight } from 'lucide-react'
import { useId, useState } from 'react'
import type { SentMessage } from '@/api/types'
import { kindLabel, MessageState } from '@/card/message-state/MessageState'
import { Badge } from '@/kit/Badge'
import { cx } from '@/kit/cx'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/kit/Table'
import { Verbatim } from '@/kit/Verbatim'
import { sayExactly, sayMoment } from '@/lib/dates'
import { formatPhone } from '@/lib/phone'
import { MessageDetails } from './MessageDetails'
import { texts } from './texts'

const words = texts.messages

/** Newest first, one line each. Null: loading. */
export function MessageTable({ messages }: { messages: SentMessage[] | null }) {
  return (
    <Table caption={words.caption} head={<Head />} busy={messages === null}>
      {messages?.map((message) => <MessageRow key={message.id} message={message} />) ?? (
        <SkeletonRows columns={5} />
      )}
    </Table>
  )
}

/** Narrow screens show the business among the details. */
const ifWide = '@max-[64rem]:hidden'
/** Styles for phones: a line shows the recipient and the state; the text is below. */
const narrow = {
  row: '@max-[40rem]:flex @max-[40rem]:flex-wrap @max-[40rem]:items-center @max-[40rem]:justify-between',
  text: '@max-[40rem]:order-last',
  hidden: '@max-[40rem]:hidden',
}

function Head() {
  return (
    <>
      <HeadCell>{words.to}</HeadCell>
      <HeadCell>{words.text}</HeadCell>
      <HeadCell className={ifWide}>{words.business}</HeadCell>
      <HeadCell>{words.when}</HeadCell>
      <HeadCell>{words.status}</HeadCell>
    </>
  )
}

function MessageRow({ message }: { message: SentMessage }) {
  const details = useId()
  const [isOpen, setOpen] = useState(false)
  const { to, kind, text, businessName, createdAt, status } = message
  return (
    <>
      <Row className={cx(narrow.row, isOpen && '[&>td]:border-b-0')}>
        <Cell>
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? details : undefined}
            onClick={() => setOpen(!isOpen)}
            className="flex min-h-target items-center gap-1 min-w-0 rounded-small pr-1 text-left font-semibold tabular-nums @min-[40rem]:whitespace-nowrap"
          >
            <ChevronRight
              aria-hidden="true"
              className={cx('size-5 flex-none text-ink-soft transition-transform', isOpen && 'rotate-90')}
            />
            <Verbatim>{formatPhone(to)}</Verbatim> <span className="sr-only">{words.details}</span>
          </button>
        </Cell>
        <Cell className={cx('w-full max-w-0 @max-[40rem]:max-w-none', narrow.text)}>
          <span className="flex min-w-0 flex-1 flex-wrap items-center gap-x-2 font-normal">
            <span className="max-w-full">
              <Badge>{kindLabel(kind)}</Badge>
            </span>
            <span className="min-w-0 flex-[1_1_8rem] truncate">{text}</span>
          </span>
        </Cell>
        <Cell className={ifWide}>
          <span translate="no" className="block max-w-40 truncate">
            {businessName}
          </span>
        </Cell>
        <Cell className={narrow.hidden}>
          <time dateTime={createdAt} title={sayExactly(createdAt)} className="whitespace-nowrap">
            {sayMoment(createdAt)}
          </time>
        </Cell>
        <Cell>
          <MessageState status={status} />
        </Cell>
      </Row>
      {isOpen && (
        <Row>
          <td id={details} colSpan={5} className="pt-0!">
            <MessageDetails message={message} />
          </td>
        </Row>
      )}
    </>
  )
}
