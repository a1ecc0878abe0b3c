import { useState } from 'react'
import { releaseOwnPhone } from '@/acts/guest/ownData'
import { isUnauthorized } from '@/api/followCard'
import { loadOwnData } from '@/api/ownData'
import type { PortalSession } from '@/api/types'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { Skeleton } from '@/kit/Skeleton'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { useFetch } from '@/lib/useFetch'
import type { LeaveReason } from '../leaveReason'
import { PortalHead } from '../PortalHead'
import { ReleasePhone } from '../ReleasePhone'
import { texts } from '../texts'
import { ConsentPanel } from './ConsentPanel'
import { DevicesPanel } from './DevicesPanel'
import { DownloadPanel } from './DownloadPanel'
import { ErasurePanel } from './ErasurePanel'
import { PersonPanel } from './PersonPanel'
import { QrChangePanel } from './QrChangePanel'

interface DataScreenProps {
  customerId: string
  onLeave: (why?: LeaveReason) => void
  onOpened: (session: PortalSession) => void
}

export function DataScreen({ customerId, onLeave, onOpened }: DataScreenProps) {
  const [erasedName, setErasedName] = useState<string | null>(null)
  const ask = () =>
    loadOwnData().catch((error: unknown) => {
      if (isUnauthorized(error)) onLeave('ended')
      throw error
    })
  const { data, error, refetch, setData } = useFetch(ask, { key: customerId })
  const trouble = isUnauthorized(error) ? null : error
  const openChild = (child: string, session: PortalSession) => {
    setErasedName(child)
    setData(undefined)
    onOpened(session)
  }
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6">
      <PortalHead
        title={data?.child ? texts.data.titleOf(data.name) : texts.data.title}
        name={data?.child ? data.name : undefined}
        link={{ href: '/portal/points', label: texts.points.title }}
        onLeave={onLeave}
        focus={erasedName}
      />
      {erasedName !== null && (
        <Notice tone="success">{withNames(texts.data.erasure.done(erasedName), erasedName)}</Notice>
      )}
      {trouble !== null && (
        <LoadFailed title={texts.data.failed} onRetry={refetch}>
          {errorText(trouble)}
        </LoadFailed>
      )}
      {!data && trouble === null && <Skeleton className="h-80 rounded-box" />}
      {data && (
        <>
          {data.phoneUnproved && (
            <Notice tone="warning" title={texts.data.unproved.title}>
              {texts.data.unproved.detail}
            </Notice>
          )}
          <PersonPanel customerId={customerId} data={data} onChanged={setData} />
          {!data.child && <ConsentPanel data={data} onChanged={setData} />}
          {!data.phoneUnproved && <QrChangePanel customerId={customerId} data={data} />}
          <DevicesPanel by={data.signedInBy} timeZone={data.timezone} onLeave={() => onLeave('everywhere')} />
          <DownloadPanel of={data} />
          {!data.child && data.phone && data.signedInBy === 'phone' && (
            <ReleasePhone
              label={withNames(texts.release.label(data.name), data.name)}
              release={() => releaseOwnPhone(customerId)}
              onReleased={() => onLeave('released')}
            />
          )}
          {!data.phoneUnproved && (
            <ErasurePanel
              customerId={customerId}
              data={data}
              onErased={() => onLeave('erased')}
              onChildErased={openChild}
            />
          )}
        </>
      )}
    </div>
  )
}
