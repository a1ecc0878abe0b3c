import './customers.css'
import { Link } from '@tanstack/react-router'
import { QrCode } from 'lucide-react'
import { memo } from 'react'
import type { Customer } from '@/api/types'
import { formatPhone } from '@/lib/phone'
import { Badge } from '@/ui/Badge'
import { Button } from '@/ui/Button'
import { buttonLook } from '@/ui/buttonLook'
import { cx } from '@/ui/cx'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/ui/Table'
import { bonusOf } from './bonus'
import { CopyId } from './CopyId'
import { texts } from './texts'

const { columns } = texts.list

interface CustomerTableProps {
  /** Null while they are on their way. */
  customers: readonly Customer[] | null
  /** Whether others are about to take their place. */
  stale: boolean
  mayCopyIds: boolean
  onShowQr: (customer: Customer) => void
}

/** The customers, a row each; on a phone a card each. */
export function CustomerTable({ customers, stale, mayCopyIds, onShowQr }: CustomerTableProps) {
  return (
    <div className={cx('customer-rows', stale && 'stale')}>
      <Table
        caption={texts.list.title}
        busy={customers === null || stale}
        head={
          <>
            <HeadCell>{columns.customer}</HeadCell>
            <HeadCell>{columns.phone}</HeadCell>
            <HeadCell>{columns.email}</HeadCell>
            <HeadCell>{columns.bonus}</HeadCell>
            <HeadCell>{columns.active}</HeadCell>
            <HeadCell>{columns.actions}</HeadCell>
          </>
        }
      >
        {customers === null ? (
          <SkeletonRows columns={6} rows={8} />
        ) : (
          customers.map((customer) => (
            <CustomerRow key={customer.id} customer={customer} mayCopyId={mayCopyIds} onShowQr={onShowQr} />
          ))
        )}
      </Table>
    </div>
  )
}

interface CustomerRowProps {
  customer: Customer
  mayCopyId: boolean
  onShowQr: (customer: Customer) => void
}

const CustomerRow = memo(function CustomerRow({ customer, mayCopyId, onShowQr }: CustomerRowProps) {
  const { id, name, phone, email } = customer
  const bonus = bonusOf(customer)
  return (
    <Row>
      <Cell>
        <span className="flex items-center justify-between gap-1 sm:justify-start">
          <Link
            to="/app/customers/$id"
            params={{ id }}
            data-row-link=""
            className="flex min-h-target min-w-24 items-center font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:underline"
          >
            {name}
          </Link>
          {mayCopyId && <CopyId id={id} name={name} />}
        </span>
      </Cell>
      <Cell label={columns.phone} className="tabular-nums">
        {phone ? formatPhone(phone) : texts.absent}
      </Cell>
      <Cell label={columns.email} className="text-small [overflow-wrap:anywhere]">
        {email ?? texts.absent}
      </Cell>
      <Cell label={columns.bonus}>{bonus.label ?? texts.list.noBonus}</Cell>
      <Cell label={columns.active}>
        <Badge tone={bonus.active ? 'good' : 'plain'}>{bonus.active ? texts.list.yes : texts.list.no}</Badge>
      </Cell>
      <Cell>
        <span className="flex gap-2">
          <Link
            to="/app/customers/$id"
            params={{ id }}
            aria-label={texts.list.detailOf(name)}
            className={buttonLook({ variant: 'secondary' })}
          >
            {texts.list.detail}
          </Link>
          <Button
            variant="secondary"
            aria-label={texts.list.qrOf(name)}
            icon={<QrCode aria-hidden="true" className="size-5" />}
            onClick={() => onShowQr(customer)}
          >
            {texts.list.qr}
          </Button>
        </span>
      </Cell>
    </Row>
  )
})
