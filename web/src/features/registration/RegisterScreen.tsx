import { type ReactNode, useEffect, useState } from 'react'
import type { PublicBusiness } from '@/api/types'
import { Button } from '@/ui/Button'
import { Notice, type NoticeTone } from '@/ui/Notice'
import { Skeleton } from '@/ui/Skeleton'
import { CardPromise } from './CardPromise'
import { keptFor } from './kept'
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
  const [finished, setFinished] = useState(kept.finished)
  if (!finished) return <Unregistered id={id} onDone={setFinished} />
  const startOver = () => {
    kept.startOver()
    setFinished(null)
  }
  return <Registered finished={finished} onAnother={startOver} />
}

function Unregistered({
  id,
  onDone,
}: {
  id: string
  onDone: Parameters<typeof RegistrationForm>[0]['onDone']
}) {
  const found = useBusiness(id)
  switch (found.state) {
    case 'loading':
      return <Loading />
    case 'unknown':
      return <Refused {...texts.unknownBusiness} />
    case 'suspended':
      return (
        <Refused
          title={texts.suspendedBusiness.title(found.business.name)}
          detail={texts.suspendedBusiness.detail}
        />
      )
    case 'unreachable':
      return (
        <Refused tone="error" {...texts.unreachable}>
          <Button onClick={found.retry}>{texts.unreachable.retry}</Button>
        </Refused>
      )
    case 'open':
      return <Open business={found.business} onDone={onDone} />
  }
}

export const columns =
  'grid gap-8 lg:grid-cols-[minmax(0,27.5rem)_minmax(0,1fr)] lg:items-start lg:gap-16 lg:py-6'

export const sheet = 'lg:rounded-box lg:border lg:border-rule lg:bg-card lg:p-8'

interface OpenProps extends Pick<Parameters<typeof RegistrationForm>[0], 'onDone'> {
  business: PublicBusiness
}

function Open({ business, onDone }: OpenProps) {
  useEffect(() => {
    document.title = texts.pageTitle(business.name)
  }, [business.name])
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

/** The page before it is known whose it is, in the size it will have. */
export function Loading() {
  return (
    <div className={columns}>
      <h1 className="sr-only">{texts.title}</h1>
      <p role="status" className="sr-only">
        {texts.loading}
      </p>
      <div className="grid gap-5">
        <Skeleton className="h-53 rounded-box lg:h-70" />
        <Skeleton className="h-8 w-4/5" />
        <Skeleton className="h-33" />
      </div>
      <div className={sheet}>
        {['name', 'phone', 'email', 'birthday'].map((field) => (
          <div key={field} className="mb-6 grid gap-2">
            <Skeleton className="h-5 w-2/5" />
            <Skeleton className="h-11 rounded-box" />
          </div>
        ))}
      </div>
    </div>
  )
}

interface RefusedProps {
  tone?: NoticeTone
  title: string
  detail: string
  children?: ReactNode
}

/** Why nobody can register here, and what to do instead. */
export function Refused({ tone = 'warning', title, detail, children }: RefusedProps) {
  return (
    <div className="mx-auto grid max-w-xl gap-6 sm:pt-10">
      <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
      <Notice tone={tone} title={title}>
        {detail}
      </Notice>
      {children}
    </div>
  )
}
