import { Link } from '@tanstack/react-router'
import { useSendQr } from '@/acts/staff/messages'
import type { Customer } from '@/api/types'
import { Button } from '@/kit/Button'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { Cell, Row } from '@/kit/Table'
import { splitLeadingIcon, TextWithIcon } from '@/kit/TextWithIcon'
import { Verbatim } from '@/kit/Verbatim'
import { formatPhone } from '@/lib/phone'
import { texts } from './texts'

export function CustomerRow({ customer }: { customer: Customer }) {
  const { id, name, phone, email } = customer
  const { send, isPending, resultText } = useSendQr(id)
  return (
    <Row>
      <Cell className="font-semibold [overflow-wrap:anywhere]">
        <Verbatim>{name}</Verbatim>
      </Cell>
      <Cell label={texts.customers.phone} className="tabular-nums sm:whitespace-nowrap">
        {phone ? <Verbatim>{formatPhone(phone)}</Verbatim> : texts.customers.absent}
      </Cell>
      <Cell label={texts.customers.email} className="[overflow-wrap:anywhere]">
        {email ? <Verbatim>{email}</Verbatim> : texts.customers.absent}
      </Cell>
      <Cell>
        <span className="grid gap-1 font-normal">
          <span className="flex flex-wrap gap-2 sm:min-w-max sm:flex-nowrap sm:justify-end sm:whitespace-nowrap">
            <Link
              to="/app/customers/$id"
              params={{ id }}
              aria-label={texts.customers.detailOf(name)}
              className={buttonLook({ variant: 'secondary' })}
            >
              {texts.customers.detail}
            </Link>
            <Button
              variant="secondary"
              aria-label={texts.customers.sendOf(name)}
              busy={isPending}
              busyLabel={texts.customers.sending}
              onClick={send}
            >
              {texts.customers.send}
            </Button>
          </span>
          <Result text={resultText} />
        </span>
      </Cell>
    </Row>
  )
}

function Result({ text }: { text: string }) {
  const good = splitLeadingIcon(text).sign === '✅'
  return (
    <span
      role="status"
      className={cx(
        'text-small font-medium [overflow-wrap:anywhere] empty:hidden',
        good ? 'text-accent' : 'text-caution',
      )}
    >
      {text && <TextWithIcon text={text} />}
    </span>
  )
}
