import { useRouter } from '@tanstack/react-router'
import type { Business, Customer } from '@/api/types'
import { Button } from '@/kit/Button'
import { Panel } from '@/kit/Panel'
import { ChildrenPanel } from '../children/ChildrenPanel'
import { FamilyPanel } from '../children/FamilyPanel'
import { OwnPhonePanel } from '../children/OwnPhonePanel'
import { MergePanel } from '../merge/MergePanel'
import { QrPanel } from '../QrPanel'
import { texts } from '../texts'
import { ChangeQr } from './ChangeQr'
import { ConsentPanel } from './ConsentPanel'
import { MessagesPanel } from './MessagesPanel'
import type { Tab } from './recordTabs'
import { TextsPanel } from './TextsPanel'

interface TabContentProps {
  tab: Tab
  customer: Customer
  business: Business | undefined
  mayAdminister: boolean
}

export function TabContent({ tab, customer, business, mayAdminister }: TabContentProps) {
  const timeZone = business?.timezone
  switch (tab) {
    case 'qr':
      return <QrTab customer={customer} mayAdminister={mayAdminister} />
    case 'familia':
      return (
        <>
          <ChildrenPanel customer={customer} mayAdd={mayAdminister} timeZone={timeZone} />
          {mayAdminister && business && <OwnPhonePanel customer={customer} business={business} />}
          {mayAdminister && <FamilyPanel customerId={customer.id} />}
        </>
      )
    case 'mensajes':
      return (
        <>
          <MessagesPanel customer={customer} maySend={mayAdminister} timeZone={timeZone} ways={business} />
          {mayAdminister && <TextsPanel customerId={customer.id} timeZone={timeZone} />}
        </>
      )
    case 'consentimientos':
      return mayAdminister && <ConsentPanel customer={customer} timeZone={timeZone} />
    case 'repetidas':
      return mayAdminister && <MergePanel customer={customer} timeZone={timeZone} />
  }
}

function QrTab({ customer, mayAdminister }: Pick<TabContentProps, 'customer' | 'mayAdminister'>) {
  const { history } = useRouter()
  return (
    <Panel title={texts.qr.title}>
      <QrPanel customer={customer}>
        {mayAdminister && <ChangeQr customer={customer} />}
        <Button variant="quiet" onClick={() => history.back()}>
          {texts.qr.close}
        </Button>
      </QrPanel>
    </Panel>
  )
}
