import { Link } from '@tanstack/react-router'
import { type MouseEvent, memo, type Ref } from 'react'
import type { Customer, ListedCustomer } from '@/api/types'
import { cx } from '@/kit/cx'
import { Moment } from '@/kit/Moment'
import { Cell, Row } from '@/kit/Table'
import { Verbatim } from '@/kit/Verbatim'
import { withNames } from '@/kit/withNames'
import { sayDayOfYear } from '@/lib/dates'
import { formatPhone } from '@/lib/phone'
import { bonusOf } from '../bonus'
import { texts as shared } from '../texts'
import { OwedMarks } from './OwedMarks'
import { RowActs } from './RowActs'
import { StampDots } from './StampDots'
import { texts } from './texts'

export interface CustomerRowProps {
  customer: ListedCustomer
  /** Starts at zero. */
  index: number
  measure: Ref<HTMLTableRowElement>
  mayCopyIds: boolean
  timeZone: string | undefined
  withBirthday: boolean
  /** Shows the value of the owed rewards. */
  withValue: boolean
  onShowQr: (customer: Customer) => void
}

/** A click anywhere in the row opens the record, as the link with the name does. */
export const CustomerRow = memo(function CustomerRow(props: CustomerRowProps) {
  const { customer, index, measure, timeZone } = props
  const { phone, email, lastVisitAt, family } = customer
  const bonus = bonusOf(customer)
  return (
    <Row ref={measure} data-index={index} aria-rowindex={index + 2} onClick={openRecord}>
      <Cell>
        <Name {...props} />
      </Cell>
      <Cell>
        <StampDots {...customer} />
        {family?.policy === 'POOL' && (
          <span
            title={family.name}
            className="block w-0 min-w-full truncate text-small text-ink-soft max-sm:ml-auto max-sm:line-clamp-2 max-sm:w-auto max-sm:min-w-0 max-sm:max-w-24 max-sm:whitespace-normal max-sm:[overflow-wrap:anywhere]"
          >
            {withNames(texts.familyCard(family.name), family.name)}
          </span>
        )}
      </Cell>
      <Cell>
        <OwedMarks kinds={customer.owed} value={props.withValue ? (customer.owedValue ?? 0) : 0} />
      </Cell>
      <Cell>
        {lastVisitAt ? (
          <>
            <span className="in-line-only">{texts.came} </span>
            <Moment at={lastVisitAt} {...(timeZone && { timeZone })} />
          </>
        ) : (
          texts.neverCame
        )}
      </Cell>
      <Cell className="whitespace-nowrap tabular-nums">
        {phone ? (
          <Verbatim>{formatPhone(phone)}</Verbatim>
        ) : customer.guardianId ? (
          texts.child
        ) : (
          shared.absent
        )}
      </Cell>
      <Cell className="customer-email">
        {email ? (
          <span translate="no" title={email} className="block truncate">
            {email}
          </span>
        ) : (
          shared.absent
        )}
      </Cell>
      <Cell>{bonus.label ?? texts.noBonus}</Cell>
      <Cell>
        <span className={cx('bonus-state', bonus.active && 'text-accent')}>
          {bonus.active ? shared.bonus.active : shared.bonus.inactive}
        </span>
      </Cell>
      <Cell>
        <RowActs customer={customer} mayCopyId={props.mayCopyIds} onShowQr={props.onShowQr} />
      </Cell>
    </Row>
  )
})

function Name({ customer: { id, name, birthday }, withBirthday }: CustomerRowProps) {
  return (
    <>
      <Link
        translate="no"
        to="/app/customers/$id"
        params={{ id }}
        data-row-link=""
        title={name}
        className="customer-name"
      >
        <span>{name}</span>
      </Link>
      {withBirthday && birthday && (
        <p className="text-small font-normal text-ink-soft">{texts.birthdayOn(sayDayOfYear(birthday))}</p>
      )}
    </>
  )
}

/** Opens a new tab for a click with a modifier key. Selecting text opens nothing. */
function openRecord({ currentTarget, target, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>): void {
  const isOther = target instanceof Element && target.closest('a, button')
  if (isOther || window.getSelection()?.isCollapsed === false) return
  const click = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
  currentTarget.querySelector('a[data-row-link]')?.dispatchEvent(new window.MouseEvent('click', click))
}
