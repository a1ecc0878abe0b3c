import { useState } from 'react'
import { usePageData } from '@/api/pageData'
import type { PublicBusiness } from '@/api/types'
import { lazyScreen } from '@/kit/lazyScreen'
import { useTitle } from '@/lib/useTitle'
import { BusinessGate, columns, RegistrationUnavailable, sheet } from './BusinessGate'
import { CardPromise } from './CardPromise'
import { markDeviceShared, readDeviceOwner } from './deviceOwner'
import { RegistrationForm } from './RegistrationForm'
import { RegistrationResult } from './RegistrationResult'
import { isOtherPerson, registrationStore, useServerRegistration } from './registrationStore'
import { texts } from './texts'
import { useBusiness } from './useBusiness'
import { WayBack } from './WayBack'

const HolderQr = lazyScreen(() => import('./HolderQr'), 'HolderQr')

interface RegisterScreenProps {
  businessId: string | null
  isShort?: boolean | undefined
  signedIn?: boolean
}

export function RegisterScreen({ businessId, isShort = false, signedIn = false }: RegisterScreenProps) {
  const id = businessId?.trim()
  if (!id) return <RegistrationUnavailable {...(isShort ? texts.unknownAddress : texts.missingBusiness)} />
  return <OpenBusiness key={id} id={id} signedIn={signedIn} />
}

interface AtBusinessProps {
  id: string
  signedIn: boolean
}

function OpenBusiness({ id, signedIn }: AtBusinessProps) {
  const store = registrationStore(id)
  const serverRegistration = useServerRegistration(id)
  const { fields } = usePageData() ?? {}
  const [registration, setRegistration] = useState(() => {
    const registration = serverRegistration ?? store.readFinished()
    if (!registration || !isOtherPerson(fields, registration.customer)) return registration
    store.startOver()
    return null
  })
  if (!registration) return <RegisterAtBusiness id={id} signedIn={signedIn} onDone={setRegistration} />
  const startOver = () => {
    store.startOver()
    setRegistration(null)
  }
  return (
    <RegistrationResult
      registration={registration}
      onAnother={startOver}
      onChild={(child) => setRegistration(store.withChild(registration, child))}
    />
  )
}

type OnDone = Parameters<typeof RegistrationForm>[0]['onDone']

function RegisterAtBusiness({ id, signedIn, onDone }: AtBusinessProps & { onDone: OnDone }) {
  return (
    <BusinessGate businessState={useBusiness(id)} unknown={texts.unknownBusiness}>
      {(business) => <OpenForm business={business} signedIn={signedIn} onDone={onDone} />}
    </BusinessGate>
  )
}

interface OpenFormProps {
  business: PublicBusiness
  signedIn: boolean
  onDone: OnDone
}

function OpenForm({ business, signedIn, onDone }: OpenFormProps) {
  useTitle(texts.pageTitle(business.name))
  const [owner, setOwner] = useState(() => readDeviceOwner(business.id))
  const [showing, setShowing] = useState(false)
  if (owner && showing) {
    const startOver = () => {
      markDeviceShared(business.id)
      setOwner(null)
      setShowing(false)
    }
    return <HolderQr business={business} holder={owner} kind="open" onStartOver={startOver} />
  }
  return (
    <div className={columns}>
      <div className="lg:col-span-2">
        <WayBack
          businessId={business.id}
          isKnown={owner !== null}
          signedIn={signedIn}
          onOpen={() => {
            setShowing(true)
            window.scrollTo(0, 0)
          }}
        />
      </div>
      <div className="lg:sticky lg:top-8">
        <CardPromise business={business} />
      </div>
      <div className={sheet}>
        <RegistrationForm business={business} onDone={onDone} />
      </div>
    </div>
  )
}
