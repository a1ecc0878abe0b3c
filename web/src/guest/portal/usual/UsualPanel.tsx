import { type ReactNode, useState } from 'react'
import { setConsent } from '@/acts/guest/ownData'
import { useAction } from '@/acts/shared/useAction'
import { loadOwnUsual } from '@/api/ownUsual'
import type { Own, Usual } from '@/api/types'
import { Button } from '@/kit/Button'
import { InlineConfirm } from '@/kit/InlineConfirm'
import { LoadFailed } from '@/kit/LoadFailed'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { localDay, sayDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { useFetch } from '@/lib/useFetch'
import { OwnPicture } from './OwnPicture'
import { texts } from './texts'

export function UsualPanel({ own }: { own: Own }): ReactNode {
  const { data, error, refetch } = useFetch(loadOwnUsual, { key: own.id })
  return (
    <Panel title={texts.title}>
      {data ? (
        data.consent?.granted ? (
          <StoredUsual usual={data} timeZone={own.timezone} onChanged={refetch} />
        ) : (
          <Offer business={own.businessName} onChanged={refetch} />
        )
      ) : error !== null ? (
        <LoadFailed title={texts.failed} onRetry={refetch}>
          {errorText(error)}
        </LoadFailed>
      ) : (
        <Skeleton className="h-24" />
      )}
    </Panel>
  )
}

function Offer({ business, onChanged }: { business: string; onChanged: () => Promise<void> }) {
  const allow = useAction(async () => {
    await setConsent('USUAL', true)
    await onChanged()
  })
  return (
    <div className="grid justify-items-start gap-4">
      <p>{texts.offer(business)}</p>
      <Failure title={texts.allowFailed} error={allow.error} />
      <Button variant="secondary" busy={allow.isPending} onClick={() => allow.start()}>
        {texts.allow}
      </Button>
    </div>
  )
}

interface StoredUsualProps {
  usual: Usual
  timeZone: string
  onChanged: () => Promise<void>
}

function StoredUsual({ usual: { note, pictures, consent }, timeZone, onChanged }: StoredUsualProps) {
  const [isAsked, setAsked] = useState(false)
  const withdraw = useAction(async () => {
    await setConsent('USUAL', false)
    await onChanged()
  })
  const day = consent ? sayDay(localDay(new Date(consent.at), timeZone)) : ''
  return (
    <div className="grid gap-4">
      {note && <p className="text-lead wrap-anywhere">{note}</p>}
      {pictures.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {pictures.map((picture) => (
            <OwnPicture key={picture.id} picture={picture} timeZone={timeZone} />
          ))}
        </div>
      )}
      {!note && pictures.length === 0 && <p className="text-ink-soft">{texts.empty}</p>}
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-small text-ink-soft">
          {consent?.givenBy ? texts.sinceBy(consent.givenBy, day) : texts.since(day)}
        </p>
        {!isAsked && (
          <Button variant="quiet" onClick={() => setAsked(true)}>
            {texts.withdraw}
          </Button>
        )}
      </div>
      {isAsked && (
        <InlineConfirm
          question={texts.sure}
          effect={texts.effect}
          keep={texts.keep}
          confirm={texts.confirm}
          arms="usual"
          danger
          busy={withdraw.isPending}
          onKeep={() => setAsked(false)}
          onConfirm={() => withdraw.start()}
        />
      )}
      <Failure title={texts.withdrawFailed} error={withdraw.error} />
    </div>
  )
}

function Failure({ title, error }: { title: string; error: Error | null }) {
  return (
    error && (
      <Notice tone="error" title={title}>
        {errorText(error)}
      </Notice>
    )
  )
}
