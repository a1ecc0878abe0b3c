import { useQuery } from '@tanstack/react-query'
import { DatabaseBackup } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMakeBackup } from '@/acts/staff/operating'
import { controlPanelQueries } from '@/api/controlPanel'
import type { LastBackup } from '@/api/types'
import { Button } from '@/kit/Button'
import { HelpLink } from '@/kit/HelpLink'
import { Message } from '@/kit/Message'
import { Moment } from '@/kit/Moment'
import { Notice } from '@/kit/Notice'
import { Skeleton } from '@/kit/Skeleton'
import { errorText } from '@/lib/errors'
import { isFault } from './faults'
import { texts } from './texts'

const words = texts.backup

export function BackupStatus() {
  const { data, isError } = useQuery(controlPanelQueries.lastBackup())
  if (!data) return <Line>{isError ? words.failed : <Skeleton className="h-5 w-72 max-w-full" />}</Line>
  return (
    <div className="grid gap-2">
      <Line>
        {words.last} {data.at ? <Moment at={data.at} /> : words.none} {!data.nightly && <ToProgram />}
      </Line>
      {data.nightly && <MakeNow of={data} />}
    </div>
  )
}

export function BackupNotice() {
  const { data } = useQuery(controlPanelQueries.lastBackup())
  if (!data || !isFault.backup(data)) return null
  const { at, old, nightly } = data
  return (
    <Notice tone="warning" title={!old ? words.failedTitle : at ? words.old : words.missing}>
      {at && (
        <p>
          {words.last} <Moment at={at} />.
        </p>
      )}
      {nightly ? (
        <>
          <p>{at ? words.late : words.first}</p>
          <p>
            <HelpLink page="copias-de-seguridad" part="si-la-copia-no-se-hace">
              {words.help}
            </HelpLink>
          </p>
        </>
      ) : (
        <p>
          {words.unplanned} <ToProgram />
        </p>
      )}
    </Notice>
  )
}

function ToProgram() {
  return (
    <HelpLink page="copias-de-seguridad" part="programar-la-copia-nocturna">
      {words.program}
    </HelpLink>
  )
}

function MakeNow({ of: { running, failed } }: { of: LastBackup }) {
  const make = useMakeBackup()
  return (
    <div className="grid justify-items-start gap-2">
      <Button
        variant="quiet"
        busy={running || make.isPending}
        busyLabel={words.running}
        onClick={() => make.mutate()}
      >
        {words.now}
      </Button>
      {failed && !running && <Message text={words.notMade} />}
      {make.isError && <Message text={`❌ ${errorText(make.error, words.notAsked)}`} />}
    </div>
  )
}

function Line({ children }: { children: ReactNode }) {
  return (
    <p className="flex items-start gap-2 text-ink-soft">
      <DatabaseBackup aria-hidden="true" className="mt-0.5 size-5 flex-none" />
      <span className="min-w-0 flex-1">{children}</span>
    </p>
  )
}
