import { useEffect, useState } from 'react'
import type { OwnData } from '@/api/types'
import { errorText } from '@/lib/errors'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { ConsentPanel } from './ConsentPanel'
import { DevicesPanel } from './DevicesPanel'
import { DownloadPanel } from './DownloadPanel'
import { ErasurePanel } from './ErasurePanel'
import { isRefusal } from './followCard'
import { loadOwnData } from './ownData'
import { PersonPanel } from './PersonPanel'
import { PortalHead } from './PortalHead'
import { QrChangePanel } from './QrChangePanel'
import { texts } from './texts'

/** 'Mis datos': what is kept about the customer, and what she can do about it. */
export function DataScreen({ onLeave }: { onLeave: () => void }) {
  const [data, setData] = useState<OwnData | null>(null)
  const [trouble, setTrouble] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every try asks anew
  useEffect(() => {
    setTrouble(null)
    loadOwnData()
      .then(setData)
      .catch((error: unknown) => {
        if (isRefusal(error)) onLeave()
        else setTrouble(error)
      })
  }, [tries, onLeave])
  return (
    <div className="mx-auto grid w-full max-w-3xl gap-6">
      <PortalHead
        title={data?.child ? texts.data.titleOf(data.name) : texts.data.title}
        other={{ href: '/portal/points', label: texts.points.title }}
        onLeave={onLeave}
      />
      {trouble !== null && (
        <LoadFailed title={texts.data.failed} onRetry={() => setTries(tries + 1)}>
          {errorText(trouble)}
        </LoadFailed>
      )}
      {!data && trouble === null && <Skeleton className="h-80 rounded-box" />}
      {data && (
        <>
          <PersonPanel data={data} onChanged={setData} />
          {!data.child && <ConsentPanel data={data} onChanged={setData} />}
          <QrChangePanel />
          <DevicesPanel timeZone={data.timezone} onLeave={onLeave} />
          <DownloadPanel />
          <ErasurePanel of={data} onErased={onLeave} />
        </>
      )}
    </div>
  )
}
