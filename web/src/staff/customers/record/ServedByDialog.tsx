import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { servedByTexts as actTexts, useChangeServedBy } from '@/acts/staff/servedBy'
import { colleaguesQuery } from '@/api/colleagues'
import type { Visit } from '@/api/types'
import { ActFailed } from '@/kit/ActFailed'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { LoadFailed } from '@/kit/LoadFailed'
import { SelectField } from '@/kit/SelectField'
import { withNames } from '@/kit/withNames'
import { sayNearDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const { servedBy } = texts

interface ServedByDialogProps {
  visit: Visit
  timeZone: string | undefined
  onClose: () => void
}

/** Corrects who did the service, at any time. */
export function ServedByDialog({ visit, timeZone, onClose }: ServedByDialogProps) {
  const { data, error, refetch } = useQuery(colleaguesQuery())
  const [chosenId, setChosenId] = useState('')
  const correction = useChangeServedBy(onClose)
  const name = visit.servedBy ?? visit.registeredBy
  const colleague = data?.find(({ id }) => id === chosenId)
  const names = (data ?? []).map(({ id, name }) => ({ value: id, label: name }))
  return (
    <ConfirmDialog
      open
      title={servedBy.title}
      confirm={servedBy.confirm}
      disabled={!colleague}
      busy={correction.isPending}
      busyLabel={servedBy.busy}
      onConfirm={() => colleague && correction.mutate({ visitId: visit.id, colleague })}
      onClose={onClose}
    >
      <p>
        {name && withNames(servedBy.current(sayNearDay(visit.visitedAt, { timeZone }), name), name)}{' '}
        {servedBy.effect}
      </p>
      {error && !data ? (
        <LoadFailed title={servedBy.failed} onRetry={refetch}>
          {errorText(error)}
        </LoadFailed>
      ) : (
        <SelectField
          label={servedBy.label}
          options={[{ value: '', label: servedBy.choose }, ...names]}
          value={chosenId}
          disabled={!data}
          onChange={({ target }) => setChosenId(target.value)}
        />
      )}
      {correction.isError && <ActFailed title={actTexts.failed} error={correction.error} />}
    </ConfirmDialog>
  )
}
