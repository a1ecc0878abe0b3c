import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useSignedIn } from '@/api'
import { businessQuery } from '@/api/customers'
import { isAdminLevel } from '@/api/session'
import type { Customer, RegisteredVisit } from '@/api/types'
import { Button } from '@/kit/Button'
import { Panel } from '@/kit/Panel'
import { UsualPanel } from '../../usual/UsualPanel'
import { ChildrenPanel } from '../children/ChildrenPanel'
import { FamilyPanel } from '../children/FamilyPanel'
import { OwnPhonePanel } from '../children/OwnPhonePanel'
import { MergePanel } from '../merge/MergePanel'
import { QrPanel } from '../QrPanel'
import { AdjustmentsPanel } from '../stamps/AdjustmentsPanel'
import { texts } from '../texts'
import { ChangeQr } from './ChangeQr'
import { ConsentPanel } from './ConsentPanel'
import { DataPanel } from './DataPanel'
import { MessagesPanel } from './MessagesPanel'
import { RecordActs, RecordHead } from './RecordHead'
import { RewardsPanel } from './RewardsPanel'
import { TextsPanel } from './TextsPanel'
import { VisitCard } from './VisitCard'
import { VisitHistory } from './VisitHistory'

export function CustomerRecord({ customer }: { customer: Customer }) {
  const { role } = useSignedIn()
  const { history } = useRouter()
  const { data: business } = useQuery(businessQuery())
  const [last, setLast] = useState<RegisteredVisit | null>(null)
  const mayAdminister = isAdminLevel(role)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr]">
      <RecordHead customer={customer} business={business ?? null} />
      <div className="lg:col-start-1 lg:row-start-2">
        <VisitCard customer={customer} business={business ?? null} last={last} onRegistered={setLast} />
      </div>
      <RecordActs customer={customer} business={business ?? null} />
      <div className="grid gap-6 lg:col-start-1 lg:row-start-3">
        <RewardsPanel customer={customer} timeZone={business?.timezone} mayTakeBack={mayAdminister} />
        <VisitHistory customerId={customer.id} timeZone={business?.timezone} mayDelete={mayAdminister} />
        <AdjustmentsPanel customerId={customer.id} timeZone={business?.timezone} mayUndo={mayAdminister} />
        {!mayAdminister && <p className="text-small text-ink-soft">{texts.masked}</p>}
      </div>
      <div className="grid gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-2">
        <DataPanel customer={customer} mayEdit={mayAdminister} timeZone={business?.timezone} />
        <UsualPanel customerId={customer.id} />
        <ChildrenPanel customer={customer} mayAdd={mayAdminister} timeZone={business?.timezone} />
        {mayAdminister && business && <OwnPhonePanel customer={customer} business={business} />}
        {mayAdminister && <FamilyPanel customerId={customer.id} />}
        <Panel title={texts.qr.title}>
          <QrPanel customer={customer}>
            {mayAdminister && <ChangeQr customer={customer} />}
            <Button variant="quiet" onClick={() => history.back()}>
              {texts.qr.close}
            </Button>
          </QrPanel>
        </Panel>
        <MessagesPanel
          customer={customer}
          maySend={mayAdminister}
          timeZone={business?.timezone}
          ways={business ?? undefined}
        />
        {mayAdminister && <TextsPanel customerId={customer.id} timeZone={business?.timezone} />}
        {mayAdminister && <ConsentPanel customer={customer} timeZone={business?.timezone} />}
        {mayAdminister && <MergePanel customer={customer} timeZone={business?.timezone} />}
      </div>
    </div>
  )
}
