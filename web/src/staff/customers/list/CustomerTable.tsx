import { Verbatim } from '@/kit/Verbatim'
import '../customers.css'
import { Link } from '@tanstack/react-router'
import { QrCode } from 'lucide-react'
import { memo } from 'react'
import type { Customer, ListedCustomer, RewardKind } from '@/api/types'
import { positionOnCard } from '@/card/stamp-card/face'
import { Badge } from '@/kit/Badge'
import { buttonLook } from '@/kit/buttonLook'
import { cx } from '@/kit/cx'
import { IconButton } from '@/kit/IconButton'
import { Moment } from '@/kit/Moment'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/kit/Table'
import { sayDayOfYear } from '@/lib/dates'
import { formatPhone } from '@/lib/phone'
import { rewardKinds, rewardWords } from '@/lib/rewardKinds'
import { bonusOf } from '../bonus'
import { CopyId } from '../CopyId'
import { texts as shared } from '../texts'
import { texts } from './texts'

const { columns } = texts

interface CustomerTableProps {
  /** Null while loading. */
  customers: readonly ListedCustomer[] | null
  /** Whether newer rows are loading. */
  stale: boolean
  mayCopyIds: boolean
  timeZone: string | undefined
  /** Whether to show birthdays. */
  withBirthday: boolean
  onShowQr: (customer: Customer) => void
}

/** CustomerTable shows a row per customer; on phones, one line that links to the record. */
export function CustomerTable({ customers, stale, mayCopyIds, ...shown }: CustomerTableProps) {
  return (
    <div className={cx('customer-rows', stale && 'stale')}>
      <Table
        caption={texts.title}
        busy={customers === null || stale}
        head={
          <>
            <HeadCell>{columns.customer}</HeadCell>
            <HeadCell numeric>{columns.card}</HeadCell>
            <HeadCell>{columns.owed}</HeadCell>
            <HeadCell>{columns.lastVisit}</HeadCell>
            <HeadCell>{columns.phone}</HeadCell>
            <HeadCell>{columns.email}</HeadCell>
            <HeadCell>{columns.bonus}</HeadCell>
            <HeadCell>{columns.active}</HeadCell>
            <HeadCell>{columns.actions}</HeadCell>
          </>
        }
      >
        {customers === null ? (
          <SkeletonRows columns={9} rows={8} />
        ) : (
          customers.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} mayCopyId={mayCopyIds} {...shown} />
          ))
        )}
      </Table>
    </div>
  )
}

interface CustomerRowProps extends Pick<CustomerTableProps, 'timeZone' | 'withBirthday' | 'onShowQr'> {
  customer: ListedCustomer
  mayCopyId: boolean
}

const CustomerRow = memo(function CustomerRow({
  customer,
  mayCopyId,
  timeZone,
  withBirthday,
  onShowQr,
}: CustomerRowProps) {
  const { id, name, phone, email, birthday, lastVisitAt } = customer
  const bonus = bonusOf(customer)
  return (
    <Row>
      <Cell>
        <span className="flex items-center gap-1">
          <Link
            translate="no"
            to="/app/customers/$id"
            params={{ id }}
            data-row-link=""
            className="customer-name"
          >
            {name}
          </Link>
          {mayCopyId && (
            <span className="name-acts">
              <CopyId id={id} name={name} />
            </span>
          )}
        </span>
        {withBirthday && birthday && (
          <p className="text-small font-normal text-ink-soft">{texts.birthdayOn(sayDayOfYear(birthday))}</p>
        )}
      </Cell>
      <Cell numeric>
        <Stamps {...customer} />
      </Cell>
      <Cell>
        <Owed kinds={customer.owed} />
      </Cell>
      <Cell className="text-small whitespace-nowrap">
        {lastVisitAt ? (
          <>
            <span className="in-line-only">{texts.came} </span>
            <Moment at={lastVisitAt} {...(timeZone && { timeZone })} />
          </>
        ) : (
          texts.neverCame
        )}
      </Cell>
      <Cell className="text-small whitespace-nowrap tabular-nums">
        {phone ? (
          <Verbatim>{formatPhone(phone)}</Verbatim>
        ) : customer.guardianId ? (
          texts.child
        ) : (
          shared.absent
        )}
      </Cell>
      <Cell className="min-w-30 text-small [overflow-wrap:anywhere]">
        {email ? <Email address={email} /> : shared.absent}
      </Cell>
      <Cell className="text-small">{bonus.label ?? texts.noBonus}</Cell>
      <Cell>
        <Badge tone={bonus.active ? 'good' : 'plain'}>{bonus.active ? texts.yes : texts.no}</Badge>
      </Cell>
      <Cell>
        <span className="flex gap-1">
          <Link
            to="/app/customers/$id"
            params={{ id }}
            aria-label={texts.detailOf(name)}
            className={buttonLook({ variant: 'secondary' })}
          >
            {texts.detail}
          </Link>
          <IconButton
            label={texts.qrOf(name)}
            icon={<QrCode aria-hidden="true" className="size-5" />}
            onClick={() => onShowQr(customer)}
          />
        </span>
      </Cell>
    </Row>
  )
})

/** Allows a line break after the mailbox name. */
function Email({ address }: { address: string }) {
  const at = address.indexOf('@') + 1
  return (
    <span translate="no">
      {address.slice(0, at)}
      <wbr />
      {address.slice(at)}
    </span>
  )
}

function Stamps({ stamps, target }: ListedCustomer) {
  if (stamps === null || !target) return shared.absent
  const position = positionOnCard(stamps, target)
  return (
    <>
      <span aria-hidden="true">{texts.stamps(position, target)}</span>
      <span className="sr-only">{texts.stampsSaid(position, target)}</span>
    </>
  )
}

/** The owed rewards, most valuable first. */
function Owed({ kinds: owed }: { kinds: readonly RewardKind[] }) {
  return (
    <span className="flex flex-wrap gap-1">
      {rewardKinds.map((kind) => {
        const count = owed.filter((one) => one === kind).length
        if (count === 0) return null
        const word = rewardWords[kind].short
        return (
          <Badge key={kind} tone="reward">
            <span className="sr-only">{columns.owed}: </span>
            {count > 1 ? texts.owedMany(word, count) : word}
          </Badge>
        )
      })}
    </span>
  )
}
