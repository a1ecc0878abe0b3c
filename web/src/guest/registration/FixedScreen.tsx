import { useEffect, useState } from 'react'
import { useShown } from '@/api/shown'
import type { PublicBusiness } from '@/api/types'
import { Button } from '@/kit/Button'
import { cx } from '@/kit/cx'
import { Fact, FactList } from '@/kit/FactList'
import { Verbatim } from '@/kit/Verbatim'
import type { Address } from '@/lib/address'
import { useTitle } from '@/lib/useTitle'
import { CardPromise } from './CardPromise'
import { HolderQr } from './HolderQr'
import { forgetHolder, type Holder, holderAt, keepHolder } from './holder'
import { keptFor, useTakenOver } from './kept'
import { columns, OfBusiness, sheet } from './OfBusiness'
import { RegistrationForm } from './RegistrationForm'
import { texts } from './texts'
import { useBusiness } from './useBusiness'
import { PointsQuestion, wayBack } from './WayBack'

const words = texts.fixed

interface FixedScreenProps {
  address: Address
  /** Tells which business the server has fixed. */
  onBusiness?: (businessId: string) => void
}

/** Registration and QR of the one business that the server has fixed. */
export default function FixedScreen({ address, onBusiness }: FixedScreenProps) {
  const found = useBusiness(null)
  const id = 'business' in found ? found.business.id : null
  useEffect(() => {
    if (id) onBusiness?.(id)
  }, [id, onBusiness])
  return (
    <OfBusiness found={found} unknown={words.unset}>
      {(business) => <AtFixed business={business} address={address} />}
    </OfBusiness>
  )
}

function AtFixed({ business, address }: { business: PublicBusiness; address: Address }) {
  useTitle(words.pageTitle(business.name))
  const given = useTakenOver(business.id)
  const sentBefore = useShown()?.registered !== undefined
  const [holder, setHolder] = useState<Holder | null>(() =>
    given ? keepHolder(given.customer) : holderAt(address),
  )
  const [showing, setShowing] = useState(holder !== null && (sentBefore || address.searchParams.has('cid')))
  if (showing && holder) {
    const startOver = () => {
      keptFor(business.id).startOver()
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
            setHolder(keepHolder(customer))
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
