import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { devicesQuery } from '@/api/devices'
import { Button } from '@/kit/Button'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { AddDialog } from './AddDialog'
import { DeviceEntry, type Question } from './DeviceEntry'
import { RenameDialog } from './RenameDialog'
import { RevokeDialog } from './RevokeDialog'
import { texts } from './texts'
import { WaitingVisits } from './WaitingVisits'

export function DevicesScreen() {
  const [adding, setAdding] = useState(false)
  return (
    <div className="grid gap-6">
      <header className="grid gap-3">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
          <Button onClick={() => setAdding(true)} icon={<Plus aria-hidden="true" className="size-5" />}>
            {texts.add.action}
          </Button>
        </div>
        <p className="max-w-prose text-ink-soft">{texts.intro}</p>
      </header>
      <WaitingVisits />
      <DeviceList />
      {adding && <AddDialog onClose={() => setAdding(false)} />}
    </div>
  )
}

function DeviceList() {
  const devices = useQuery(devicesQuery())
  const [question, setQuestion] = useState<Question | null>(null)
  const close = () => setQuestion(null)
  return (
    <Panel
      title={texts.list.title}
      actions={devices.data && <span className="text-ink-soft">{texts.list.count(devices.data.length)}</span>}
    >
      <StaleNote read={devices} />
      {devices.isLoadingError ? (
        <LoadFailed onRetry={devices.refetch}>{errorText(devices.error, texts.list.failed)}</LoadFailed>
      ) : devices.isPending ? (
        <Skeleton className="h-32" />
      ) : devices.data?.length === 0 ? (
        <EmptyState title={texts.list.empty}>{texts.list.emptyHint}</EmptyState>
      ) : (
        <ul className="divide-y divide-rule">
          {devices.data?.map((device) => (
            <DeviceEntry key={device.id} device={device} onAsk={setQuestion} />
          ))}
        </ul>
      )}
      {question?.act === 'rename' && <RenameDialog device={question.device} onClose={close} />}
      <RevokeDialog device={question?.act === 'revoke' ? question.device : null} onClose={close} />
    </Panel>
  )
}
