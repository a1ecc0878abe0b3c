import type { ReactNode } from 'react'
import type { PublicBusiness } from '@/api/types'
import { Button } from '@/kit/Button'
import { Notice, type NoticeTone } from '@/kit/Notice'
import { Skeleton } from '@/kit/Skeleton'
import { texts } from './texts'
import type { useBusiness } from './useBusiness'

export const columns =
  'grid gap-4 sm:gap-8 lg:grid-cols-[minmax(0,27.5rem)_minmax(0,1fr)] lg:items-start lg:gap-16 lg:py-6'

export const sheet = 'lg:rounded-box lg:border lg:border-rule lg:bg-card lg:p-8'

interface BusinessGateProps {
  businessState: ReturnType<typeof useBusiness>
  unknown: { title: string; detail: string }
  children: (business: PublicBusiness) => ReactNode
}

export function BusinessGate({ businessState, unknown, children }: BusinessGateProps): ReactNode {
  switch (businessState.state) {
    case 'loading':
      return <Loading />
    case 'unknown':
      return <RegistrationUnavailable {...unknown} />
    case 'offline':
    case 'unavailable':
      return (
        <RegistrationUnavailable
          tone="error"
          title={texts.notOpened.title}
          detail={texts.notOpened[businessState.state]}
        >
          <Button onClick={businessState.retry}>{texts.notOpened.retry}</Button>
        </RegistrationUnavailable>
      )
    case 'suspended':
      return (
        <RegistrationUnavailable
          title={texts.suspendedBusiness.title(businessState.business.name)}
          detail={texts.suspendedBusiness.detail}
        >
          <Button onClick={businessState.retry}>{texts.notOpened.retry}</Button>
        </RegistrationUnavailable>
      )
    case 'open':
      return children(businessState.business)
  }
}

function Loading() {
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

interface RegistrationUnavailableProps {
  tone?: NoticeTone
  title: string
  detail: string
  children?: ReactNode
}

export function RegistrationUnavailable({
  tone = 'warning',
  title,
  detail,
  children,
}: RegistrationUnavailableProps) {
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
