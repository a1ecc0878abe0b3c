import { Link, useLocation } from '@tanstack/react-router'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import type { Creation, FirstVisit } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import { texts as actTexts } from '@/acts/staff/texts'
import { buttonLook } from '@/kit/buttonLook'
import { Message } from '@/kit/Message'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { splitLeadingIcon } from '@/kit/TextWithIcon'
import { withNames } from '@/kit/withNames'
import { BackToList } from '../BackToList'
import { texts as childTexts } from '../children/texts'
import { QrPanel } from '../QrPanel'
import { texts as shared } from '../texts'
import { isResultBelow } from './isResultBelow'
import { NewCustomerForm } from './NewCustomerForm'
import { OpeningResult } from './OpeningResult'
import { texts } from './texts'

export function NewCustomerScreen() {
  const { phone, name } = useLocation().state
  const [creation, setCreation] = useState<(Creation & { late: string[] }) | null>(null)
  return (
    <div className="grid gap-5">
      <header className="grid justify-items-start gap-1">
        <BackToList />
        <h1 className="font-sign text-display font-extrabold">{texts.create.title}</h1>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Panel>
          <NewCustomerForm
            name={name ?? ''}
            phone={phone ?? ''}
            onCreated={(newCreation, late) => setCreation({ ...newCreation, late })}
          />
        </Panel>
        <Panel title={shared.qr.title}>
          {creation ? (
            <CreatedCustomer {...creation} fromCounter={phone !== undefined || name !== undefined} />
          ) : (
            <QrToCome />
          )}
        </Panel>
      </div>
    </div>
  )
}

/** Brings the result into view. A stable function, so that the result takes the focus only once. */
function focusResult(result: HTMLDivElement | null) {
  if (isResultBelow()) result?.focus()
}

/** A stable function, so that the link takes the focus only once. */
function focusLink(link: HTMLAnchorElement | null) {
  link?.focus()
}

interface CreatedCustomerProps extends Creation {
  late: string[]
  fromCounter: boolean
}

function CreatedCustomer({
  customer,
  family,
  warning,
  opening,
  visit,
  late,
  fromCounter,
}: CreatedCustomerProps) {
  return (
    <div
      key={customer.id}
      {...(opening?.type !== 'refused' && { ref: focusResult })}
      tabIndex={-1}
      className="grid scroll-mt-20 gap-4 outline-none"
    >
      {customer.existed ? (
        <Notice tone="warning">
          {withNames(texts.create.existed(customer.name), customer.name)}{' '}
          {family && withNames(texts.family.notAsked(family.name), family.name)}{' '}
          <Link
            to="/app/customers/$id"
            params={{ id: customer.id }}
            state={{ child: '' }}
            className="font-semibold underline underline-offset-4"
          >
            {childTexts.addTo(customer.name)}
          </Link>
        </Notice>
      ) : (
        <Message text={customerTexts.create.done(customer.name)}>
          {withNames(splitLeadingIcon(customerTexts.create.done(customer.name)).words, customer.name)}
        </Message>
      )}
      {warning !== null && family && (
        <Notice tone="warning" title={customerTexts.create.familyFailed}>
          {warning} {withNames(texts.family.stays(customer.name), customer.name)}{' '}
          <Link to="/app/familias/$id" params={{ id: family.id }} className="font-semibold underline">
            {withNames(texts.family.open(family.name), family.name)}
          </Link>
        </Notice>
      )}
      {late.length > 0 && !customer.existed && <Notice tone="warning">{texts.create.late(late)}</Notice>}
      {opening && <OpeningResult key={customer.id} customer={customer} opening={opening} />}
      {visit && <VisitResult visit={visit} />}
      {fromCounter && (
        <Link
          {...(opening?.type !== 'refused' && { ref: focusLink })}
          to="/staff/checkin"
          className={buttonLook({ variant: 'secondary', wide: true })}
        >
          {texts.create.toCounter}
        </Link>
      )}
      <QrPanel customer={customer}>
        <Link to="/app/customers/$id" params={{ id: customer.id }} className={buttonLook()}>
          {texts.create.goToDetail}
        </Link>
      </QrPanel>
    </div>
  )
}

function VisitResult({ visit }: { visit: FirstVisit }) {
  switch (visit.type) {
    case 'registered':
      return <Message text={texts.create.stamped} />
    case 'kept':
      return <Message text={actTexts.visit.kept} />
    case 'notAsked':
      return <Notice tone="warning">{texts.create.notAsked}</Notice>
    case 'refused':
      return (
        <Notice tone="warning" title={texts.create.notStamped}>
          {visit.why} {texts.create.stampLater}
        </Notice>
      )
  }
}

function QrToCome() {
  return (
    <div className="grid min-h-72 place-content-center justify-items-center gap-3 rounded-box border border-dashed border-field p-6 text-center text-ink-soft">
      <QrCode aria-hidden="true" className="size-10" />
      <p className="max-w-56">{shared.qr.toCome}</p>
    </div>
  )
}
