import '../customers.css'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSignedIn } from '@/api'
import { businessQuery } from '@/api/customers'
import { isAdminLevel } from '@/api/session'
import type { Customer, RegisteredVisit } from '@/api/types'
import { AdjustmentsPanel } from '../../stamps/AdjustmentsPanel'
import { UsualPanel } from '../../usual/UsualPanel'
import { texts } from '../texts'
import { DataPanel } from './DataPanel'
import { DeleteCustomer } from './DeleteCustomer'
import { RecordActs, RecordHead } from './RecordHead'
import { RecordTabs } from './RecordTabs'
import { RewardsPanel } from './RewardsPanel'
import { type Tab, useChosenTab, useTabs } from './recordTabs'
import { TabContent } from './TabContent'
import { VisitCard } from './VisitCard'
import { VisitHistory } from './VisitHistory'

export function CustomerRecord({ customer }: { customer: Customer }) {
  const { role } = useSignedIn()
  const { data: business } = useQuery(businessQuery())
  const [last, setLast] = useState<RegisteredVisit | null>(null)
  const mayAdminister = isAdminLevel(role)
  const timeZone = business?.timezone
  const chosenTab = useChosenTab()
  // A visited tab stays rendered, so that its input is kept.
  const [visitedTabs, setVisitedTabs] = useState<ReadonlySet<Tab>>(new Set([chosenTab]))
  if (!visitedTabs.has(chosenTab)) setVisitedTabs(new Set([...visitedTabs, chosenTab]))
  const tabs = useTabs(customer, mayAdminister, timeZone, chosenTab)
  return (
    <div className="grid gap-6">
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem] lg:grid-rows-[auto_auto_1fr]">
        <RecordHead customer={customer} business={business ?? null} />
        <div className="lg:col-start-1 lg:row-start-2">
          <VisitCard customer={customer} business={business ?? null} last={last} onRegistered={setLast} />
        </div>
        <RecordActs customer={customer} business={business ?? null} />
        <div className="grid gap-6 lg:col-start-1 lg:row-start-3">
          <VisitHistory
            customerId={customer.id}
            timeZone={timeZone}
            mayDelete={mayAdminister}
            mayChangeServedBy={mayAdminister && business?.servedByEnabled === true}
          />
          <RewardsPanel customer={customer} timeZone={timeZone} mayTakeBack={mayAdminister} />
          <AdjustmentsPanel customerId={customer.id} timeZone={timeZone} mayUndo={mayAdminister} />
          {!mayAdminister && <p className="text-small text-ink-soft">{texts.masked}</p>}
        </div>
        <div className="grid gap-6 lg:col-start-2 lg:row-span-2 lg:row-start-2">
          <DataPanel customer={customer} mayEdit={mayAdminister} timeZone={timeZone} />
          {business?.usualEnabled && <UsualPanel customerId={customer.id} timeZone={business.timezone} />}
          <div className="grid gap-4">
            <RecordTabs customerId={customer.id} chosenTab={chosenTab} tabs={tabs} />
            {tabs.map(
              ({ tab }) =>
                visitedTabs.has(tab) && (
                  <div key={tab} hidden={tab !== chosenTab} className="grid gap-6 [&[hidden]]:hidden">
                    <TabContent
                      tab={tab}
                      customer={customer}
                      business={business}
                      mayAdminister={mayAdminister}
                    />
                  </div>
                ),
            )}
          </div>
        </div>
      </div>
      {mayAdminister && <DeleteCustomer customer={customer} />}
    </div>
  )
}
