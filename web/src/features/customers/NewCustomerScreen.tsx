import { Link, useLocation } from '@tanstack/react-router'
import { QrCode } from 'lucide-react'
import { useState } from 'react'
import type { Creation } from '@/acts/customers'
import { customerTexts } from '@/acts/customerTexts'
import { buttonLook } from '@/ui/buttonLook'
import { Message } from '@/ui/Message'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { BackToList } from './BackToList'
import { NewCustomerForm } from './NewCustomerForm'
import { QrPanel } from './QrPanel'
import { texts } from './texts'

/** Creates a customer and shows the code to hand out. */
export function NewCustomerScreen() {
  const { phone } = useLocation().state
  const [creation, setCreation] = useState<Creation | null>(null)
  return (
    <div className="grid gap-5">
      <header className="grid justify-items-start gap-1">
        <BackToList />
        <h1 className="font-sign text-display font-extrabold">{texts.create.title}</h1>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Panel>
          <NewCustomerForm phone={phone ?? ''} onCreated={setCreation} />
        </Panel>
        <Panel title={texts.qr.title}>{creation ? <Created {...creation} /> : <QrToCome />}</Panel>
      </div>
    </div>
  )
}

function Created({ customer, family, warning }: Creation) {
  return (
    <div className="grid gap-4">
      {customer.existed ? (
        <Notice tone="warning">
          {texts.create.existed(customer.name)} {family && texts.family.notAsked(family.name)}
        </Notice>
      ) : (
        <Message text={customerTexts.create.done(customer.name)} />
      )}
      {warning !== null && family && (
        <Notice tone="warning" title={customerTexts.create.familyFailed}>
          {warning} {texts.family.stays(customer.name)}{' '}
          <Link to="/app/familias/$id" params={{ id: family.id }} className="font-semibold underline">
            {texts.family.open(family.name)}
          </Link>
        </Notice>
      )}
      <QrPanel customer={customer}>
        <Link to="/app/customers/$id" params={{ id: customer.id }} className={buttonLook()}>
          {texts.create.goToDetail}
        </Link>
      </QrPanel>
    </div>
  )
}

function QrToCome() {
  return (
    <div className="grid min-h-72 place-content-center justify-items-center gap-3 rounded-box border border-dashed border-field p-6 text-center text-ink-soft">
      <QrCode aria-hidden="true" className="size-10" />
      <p className="max-w-56">{texts.qr.toCome}</p>
    </div>
  )
}
