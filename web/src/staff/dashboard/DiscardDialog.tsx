import { useQuery } from '@tanstack/react-query'
import { useDiscardUnverified } from '@/acts/staff/unverified'
import type { UnverifiedPreview } from '@/api/types'
import { unverifiedQueries } from '@/api/unverified'
import { useTimeZone } from '@/api/useTimeZone'
import { ActFailed } from '@/kit/ActFailed'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { LoadFailed } from '@/kit/LoadFailed'
import { sayClock, sayDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { formatPhone } from '@/lib/phone'
import { unverifiedTexts } from './unverifiedTexts'

const { preview: texts } = unverifiedTexts

/** `day` is null while the dialog is closed. */
export function DiscardDialog({ day, onClose }: { day: string | null; onClose: () => void }) {
  const read = useQuery({ ...unverifiedQueries.day(day ?? ''), enabled: day !== null, staleTime: 0 })
  const discard = useDiscardUnverified(onClose)
  const close = () => {
    discard.reset()
    onClose()
  }
  const preview = read.data
  return (
    <ConfirmDialog
      open={day !== null}
      title={day && texts.title(sayDay(day))}
      confirm={texts.confirm(preview?.total ?? 0)}
      danger
      disabled={!preview?.total}
      busy={discard.isPending}
      busyLabel={texts.busy}
      onConfirm={() => preview && discard.mutate(preview)}
      onClose={close}
    >
      {read.isLoadingError && (
        <LoadFailed onRetry={read.refetch}>{errorText(read.error, texts.failed)}</LoadFailed>
      )}
      {read.isPending && <p>{texts.loading}</p>}
      {preview && <NamedCustomers preview={preview} />}
      {discard.isError && <ActFailed title={texts.notDiscarded} error={discard.error} />}
    </ConfirmDialog>
  )
}

function NamedCustomers({ preview: { items, total } }: { preview: UnverifiedPreview }) {
  const timeZone = useTimeZone()
  if (total === 0) return <p>{texts.none}</p>
  return (
    <>
      <p>{texts.detail}</p>
      <ul className="grid max-h-48 gap-1 overflow-y-auto text-small">
        {items.map(({ customerId, name, phone, registeredAt }) => (
          <li key={customerId}>
            {[sayClock(registeredAt, timeZone), name, phone && formatPhone(phone)]
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </ul>
      {total > items.length && <p>{texts.more(total - items.length)}</p>}
    </>
  )
}
