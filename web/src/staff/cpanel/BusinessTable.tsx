import { Link } from '@tanstack/react-router'
import { QrCode } from 'lucide-react'
import { useSignedIn } from '@/api'
import type { ListedBusiness } from '@/api/types'
import { Badge } from '@/kit/Badge'
import { buttonLook } from '@/kit/buttonLook'
import { IconButton } from '@/kit/IconButton'
import { Cell, HeadCell, Row, SkeletonRows, Table } from '@/kit/Table'
import { Verbatim } from '@/kit/Verbatim'
import { formatTypedDay, localDay, sayDay } from '@/lib/dates'
import { sayNumber } from '@/lib/numbers'
import { BusinessMenu, type Question } from './BusinessMenu'
import { texts } from './texts'

interface BusinessTableProps {
  businesses: ListedBusiness[] | null
  onAsk: (question: Question) => void
}

export function BusinessTable({ businesses, onAsk }: BusinessTableProps) {
  return (
    <Table caption={texts.caption} head={<Head />} busy={businesses === null} wide>
      {businesses?.map((business) => <BusinessRow key={business.id} business={business} onAsk={onAsk} />) ?? (
        <SkeletonRows columns={7} />
      )}
    </Table>
  )
}

function Head() {
  return (
    <>
      <HeadCell>{texts.name}</HeadCell>
      <HeadCell>{texts.status}</HeadCell>
      <HeadCell>{texts.created}</HeadCell>
      <HeadCell numeric>{texts.customersCount}</HeadCell>
      <HeadCell numeric>{texts.visitsCount}</HeadCell>
      <HeadCell numeric>{texts.messagesCount}</HeadCell>
      <HeadCell>
        <span className="sr-only">{texts.actions}</span>
      </HeadCell>
    </>
  )
}

interface BusinessRowProps {
  business: ListedBusiness
  onAsk: (question: Question) => void
}

function BusinessRow({ business, onAsk }: BusinessRowProps) {
  const { businessId } = useSignedIn()
  const { id, name, status, createdAt, activity } = business
  const createdDay = localDay(new Date(createdAt))
  return (
    <Row>
      <Cell>
        <span className="flex min-w-40 flex-wrap items-center gap-x-3 gap-y-1 font-semibold [overflow-wrap:anywhere]">
          <Verbatim>{name}</Verbatim>
          {id === businessId && <Badge tone="good">{texts.chosen}</Badge>}
        </span>
      </Cell>
      <Cell label={texts.status}>
        <Badge tone={status === 'ACTIVE' ? 'plain' : 'refused'}>{texts.states[status]}</Badge>
      </Cell>
      <Cell label={texts.created}>
        <time dateTime={createdAt} title={sayDay(createdDay)} className="tabular-nums">
          {formatTypedDay(createdDay)}
        </time>
      </Cell>
      <Cell numeric label={texts.customersCount}>
        {activity ? sayNumber(activity.customers) : texts.unknown}
      </Cell>
      <Cell numeric label={texts.visitsCount}>
        {activity ? sayNumber(activity.visitsThisMonth) : texts.unknown}
      </Cell>
      <Cell numeric label={texts.messagesCount}>
        {activity
          ? texts.ofCap(sayNumber(activity.messagesThisMonth), sayNumber(activity.monthlyCap))
          : texts.unknown}
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-2 sm:flex-nowrap @max-[64rem]:justify-start sm:justify-end">
          <BusinessLink to="/app/customers" id={id} label={texts.customersOf(name)}>
            {texts.customers}
          </BusinessLink>
          <BusinessLink to="/app/admin" id={id} label={texts.panelOf(name)}>
            {texts.panel}
          </BusinessLink>
          <IconButton
            label={texts.poster.of(name)}
            icon={<QrCode aria-hidden="true" />}
            onClick={() => onAsk({ act: 'poster', business })}
          />
          <BusinessMenu business={business} onAsk={onAsk} />
        </span>
      </Cell>
    </Row>
  )
}

interface BusinessLinkProps {
  to: '/app/customers' | '/app/admin'
  id: string
  label: string
  children: string
}

/** Makes the business the operator's current one. */
function BusinessLink({ to, id, label, children }: BusinessLinkProps) {
  return (
    <Link
      to={to}
      search={{ businessId: id }}
      preload={false}
      aria-label={label}
      className={buttonLook({ variant: 'secondary' })}
    >
      {children}
    </Link>
  )
}
