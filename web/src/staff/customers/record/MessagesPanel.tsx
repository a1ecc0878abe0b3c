import { useQuery } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { useSendQr } from '@/acts/staff/messages'
import { recordQueries } from '@/api/records'
import type { Customer, CustomerMessage, MessageWays } from '@/api/types'
import { kindLabel, MessageState, undeliveredReason } from '@/card/message-state/MessageState'
import { NotSendingNotice } from '@/card/whatsapp-status/NotSendingNotice'
import { Button } from '@/kit/Button'
import { LoadFailed } from '@/kit/LoadFailed'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { sayMoment } from '@/lib/dates'
import { currentConsent } from './consentHistory'
import { texts } from './texts'

const words = texts.messages

interface MessagesPanelProps {
  customer: Customer
  maySend: boolean
  timeZone: string | undefined
  ways?: MessageWays
}

/** Messages of the customer; polled while any is in transit. */
export function MessagesPanel({ customer, maySend, timeZone, ways = {} }: MessagesPanelProps) {
  const messages = useQuery(recordQueries.messages(customer.id))
  const { data, isError, refetch } = messages
  return (
    <Panel title={words.title}>
      <div className="grid gap-4">
        <NotSendingNotice whatsapp={ways.whatsapp} />
        {data ? (
          <MessageList messages={data.items} timeZone={timeZone} />
        ) : isError ? (
          <LoadFailed onRetry={refetch}>{words.failed}</LoadFailed>
        ) : (
          <Skeleton className="h-16" />
        )}
        <StaleNote read={messages} />
        {maySend && <SendAgain customer={customer} emails={ways.emails ?? false} />}
      </div>
    </Panel>
  )
}

function MessageList({ messages, timeZone }: { messages: CustomerMessage[]; timeZone: string | undefined }) {
  if (messages.length === 0) return <p className="text-ink-soft">{words.none}</p>
  return (
    <ul aria-label={words.title} className="grid">
      {messages.map((message) => (
        <li key={message.id} className="grid gap-1 border-b border-rule py-2.5 last:border-0">
          <span className="flex flex-wrap items-center justify-between gap-2">
            <span className="font-semibold">{kindLabel(message.kind)}</span>
            <MessageState status={message.status} />
          </span>
          <span className="text-small text-ink-soft">{describeSteps(message, timeZone)}</span>
          <Reason message={message} />
        </li>
      ))}
    </ul>
  )
}

function Reason({ message }: { message: CustomerMessage }) {
  const reason = undeliveredReason(message)
  return reason && <span className="text-small">{reason}</span>
}

/** Example: 'Creado hoy, 10:42 · enviado hoy, 10:42 · entregado …'. */
function describeSteps(message: CustomerMessage, timeZone: string | undefined): string {
  const steps = [
    [words.created, message.createdAt],
    [words.sent, message.sentAt],
    [words.delivered, message.deliveredAt],
    [words.read, message.readAt],
  ] as const
  return steps.flatMap(([step, at]) => (at ? [`${step} ${sayMoment(at, { timeZone })}`] : [])).join(' · ')
}

/** Replaced by a text if the customer is known to accept no channel. */
function SendAgain({ customer, emails }: { customer: Customer; emails: boolean }) {
  const { data: consents } = useQuery(recordQueries.consents(customer.guardianId ?? customer.id))
  const { send, isPending, resultText } = useSendQr(customer.id)
  const accepts = (kind: 'WHATSAPP' | 'EMAIL') => consents && currentConsent(consents.items, kind)
  const byEmail = emails && accepts('EMAIL') && (customer.email || customer.guardianId)
  if (consents && !accepts('WHATSAPP') && !byEmail) {
    return <p className="text-ink-soft">{words.notAccepted}</p>
  }
  return (
    <div className="grid gap-3">
      {resultText && <Message text={resultText} />}
      <Button
        variant="secondary"
        icon={<Send aria-hidden="true" className="size-5" />}
        busy={isPending}
        busyLabel={words.sending}
        onClick={send}
        className="justify-self-start"
      >
        {words.send}
      </Button>
    </div>
  )
}
