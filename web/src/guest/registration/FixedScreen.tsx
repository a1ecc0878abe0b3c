import { useEffect, useState } from 'react'
import { usePageData } from '@/api/pageData'
import type { PublicBusiness } from '@/api/types'
import { Button } from '@/kit/Button'
import { cx } from '@/kit/cx'
import { Fact, FactList } from '@/kit/FactList'
import { Verbatim } from '@/kit/Verbatim'
import type { Address } from '@/lib/address'
import { useTitle } from '@/lib/useTitle'
import { BusinessGate, columns, sheet } from './BusinessGate'
import { CardPromise } from './CardPromise'
import { readDeviceOwner } from './deviceOwner'
import { HolderQr } from './HolderQr'
import { forgetHolder, type Holder, holderFor, saveHolder } from './holder'
import { RegistrationForm } from './RegistrationForm'
import { registrationStore, useServerRegistration } from './registrationStore'
import { texts } from './texts'
import { useBusiness } from './useBusiness'
import { PointsQuestion, wayBack } from './WayBack'

const words = texts.fixed

interface FixedScreenProps {
  address: Address
  onBusiness?: (businessId: string) => void
}

export default function FixedScreen({ address, onBusiness }: FixedScreenProps) {
  const result = useBusiness(null)
  const id = 'business' in result ? result.business.id : null
  useEffect(() => {
    if (id) onBusiness?.(id)
  }, [id, onBusiness])
  return (
    <BusinessGate businessState={result} unknown={words.unset}>
      {(business) => <FixedBusiness business={business} address={address} />}
    </BusinessGate>
  )
}

function FixedBusiness({ business, address }: { business: PublicBusiness; address: Address }) {
  useTitle(words.pageTitle(business.name))
  const serverRegistration = useServerRegistration(business.id)
  const wasSent = usePageData()?.registered !== undefined
  const [holder, setHolder] = useState<Holder | null>(() =>
    serverRegistration
      ? saveHolder(serverRegistration.customer)
      : (holderFor(address) ?? readDeviceOwner(business.id)),
  )
  const [showing, setShowing] = useState(holder !== null && (wasSent || address.searchParams.has('cid')))
  if (showing && holder) {
    const startOver = () => {
      registrationStore(business.id).startOver()
      forgetHolder(holder)
      setHolder(null)
      setShowing(false)
    }
    return <HolderQr business={business} holder={holder} kind="fixed" onStartOver={startOver} />
  }
  return (
    <div className={columns}>
      <nav aria-label={texts.wayBack.label} className={cx(wayBack, 'lg:col-span-2')}>
        <PointsQuestion businessId={business.id} from="fixed" phone={holder?.phone} />
      </nav>
      <div className="lg:sticky lg:top-8">
        <CardPromise business={business} />
      </div>
      <div className={sheet}>
        {holder && (
          <Button variant="secondary" className="mb-5" onClick={() => setShowing(true)}>
            {words.haveQr}
          </Button>
        )}
        <RegistrationForm
          business={business}
          kind="fixed"
          onDone={({ customer }) => {
            setHolder(saveHolder(customer))
            setShowing(true)
            window.scrollTo(0, 0)
          }}
        />
        <div className="mt-6 border-t border-rule pt-4">
          <FactList>
            <Fact name={words.business}>
              <Verbatim>{business.name}</Verbatim>
            </Fact>
            <Fact name={words.id}>{business.id}</Fact>
          </FactList>
        </div>
      </div>
    </div>
  )
}
