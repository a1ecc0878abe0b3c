import { useState } from 'react'
import { useShown } from '@/api/shown'
import type { PublicBusiness } from '@/api/types'
import { useTitle } from '@/lib/useTitle'
import { CardPromise } from './CardPromise'
import { isAnother, keptFor, useTakenOver } from './kept'
import { columns, OfBusiness, Refused, sheet } from './OfBusiness'
import { Registered } from './Registered'
import { RegistrationForm } from './RegistrationForm'
import { texts } from './texts'
import { useBusiness } from './useBusiness'

/** Where customers register themselves at the business `businessId`. */
export function RegisterScreen({ businessId }: { businessId: string | null }) {
  const id = businessId?.trim()
  return id ? <AtBusiness key={id} id={id} /> : <Refused {...texts.missingBusiness} />
}

function AtBusiness({ id }: { id: string }) {
  const kept = keptFor(id)
  const given = useTakenOver(id)
  const { fields } = useShown() ?? {}
  const [finished, setFinished] = useState(() => {
    const finished = given ?? kept.finished()
    if (!finished || !isAnother(fields, finished.customer)) return finished
    kept.startOver()
    return null
  })
  if (!finished) return <Unregistered id={id} onDone={setFinished} />
  const startOver = () => {
    kept.startOver()
    setFinished(null)
  }
  return (
    <Registered
      finished={finished}
      onAnother={startOver}
      onChild={(child) => setFinished(kept.withChild(finished, child))}
    />
  )
}

type OnDone = Parameters<typeof RegistrationForm>[0]['onDone']

function Unregistered({ id, onDone }: { id: string; onDone: OnDone }) {
  return (
    <OfBusiness found={useBusiness(id)} unknown={texts.unknownBusiness}>
      {(business) => <Open business={business} onDone={onDone} />}
    </OfBusiness>
  )
}

function Open({ business, onDone }: { business: PublicBusiness; onDone: OnDone }) {
  useTitle(texts.pageTitle(business.name))
  return (
    <div className={columns}>
      <div className="lg:sticky lg:top-8">
        <CardPromise business={business} />
      </div>
      <div className={sheet}>
        <RegistrationForm business={business} onDone={onDone} />
      </div>
    </div>
  )
}
