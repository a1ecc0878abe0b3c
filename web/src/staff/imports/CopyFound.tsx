import { useQuery } from '@tanstack/react-query'
import { useRestoreCopy } from '@/acts/staff/copies'
import { useSendImport } from '@/acts/staff/imports'
import { customerSearchQuery } from '@/api/customers'
import { isApiError } from '@/api/error'
import type { Import } from '@/api/types'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { UsageBar } from '@/kit/UsageBar'
import { errorText } from '@/lib/errors'
import { useLeaveConfirmation } from '@/lib/useLeaveConfirmation'
import { RestoredCopy } from './RestoredCopy'
import { texts } from './texts'

const words = texts.copy

interface CopyFoundProps {
  file: File
  onSent: (importJob: Import) => void
  onOther: () => void
}

/** Asks whether to restore a business's copy, or to import only its customers. */
export function CopyFound({ file, onSent, onOther }: CopyFoundProps) {
  const customersQuery = useQuery(customerSearchQuery('', 1))
  const restore = useRestoreCopy()
  useLeaveConfirmation(words.restore.leave, restore.isPending)
  if (restore.data) return <RestoredCopy result={restore.data} />
  const isUsed = (customersQuery.data?.total ?? 0) > 0 || isApiError(restore.error, 'RESTORE_NOT_EMPTY')
  return (
    <Panel title={words.title}>
      <div className="grid gap-6">
        <p className="font-semibold wrap-anywhere">{file.name}</p>
        {customersQuery.isPending && <Skeleton className="h-40" />}
        {!customersQuery.isPending && isUsed && <Notice>{words.restore.notEmpty}</Notice>}
        {!customersQuery.isPending && !isUsed && (
          <WholeCopy restore={restore} onStart={() => restore.mutate(file)} />
        )}
        {!customersQuery.isPending && !restore.isPending && (
          <CopiedCustomers file={file} isMain={isUsed} onSent={onSent} />
        )}
        {!restore.isPending && (
          <Button variant="quiet" className="justify-self-start" onClick={onOther}>
            {words.other}
          </Button>
        )}
      </div>
    </Panel>
  )
}

interface WholeCopyProps {
  restore: ReturnType<typeof useRestoreCopy>
  onStart: () => void
}

function WholeCopy({ restore, onStart }: WholeCopyProps) {
  const { title, detail, action, busy, stay, failed } = words.restore
  return (
    <section aria-label={title} className="grid justify-items-start gap-3">
      <p className="max-w-prose">{detail}</p>
      {restore.error && (
        <Notice tone="error" className="w-full">
          {errorText(restore.error, failed)}
        </Notice>
      )}
      <Button busy={restore.isPending} busyLabel={busy} onClick={onStart}>
        {action}
      </Button>
      {restore.isPending && (
        <div className="grid w-full gap-3">
          <UsageBar label={busy} used={Math.round(100 * restore.part)} limit={100} />
          <p role="status" className="max-w-prose text-ink-soft">
            {stay}
          </p>
        </div>
      )}
    </section>
  )
}

interface CopiedCustomersProps {
  file: File
  /** True if the whole copy cannot be restored. */
  isMain: boolean
  onSent: (importJob: Import) => void
}

function CopiedCustomers({ file, isMain, onSent }: CopiedCustomersProps) {
  const send = useSendImport(onSent, true)
  const { title, detail, omits, action, busy, failed } = words.customers
  return (
    <section aria-label={title} className="grid justify-items-start gap-3">
      <h3 className="font-semibold">{title}</h3>
      <p className="max-w-prose">{detail}</p>
      <p className="max-w-prose text-ink-soft">{omits}</p>
      {send.isError && (
        <Notice tone="error" className="w-full">
          {errorText(send.error, failed)}
        </Notice>
      )}
      <Button
        variant={isMain ? 'primary' : 'secondary'}
        busy={send.isPending}
        busyLabel={busy}
        onClick={() => send.mutate(file)}
      >
        {action}
      </Button>
    </section>
  )
}
