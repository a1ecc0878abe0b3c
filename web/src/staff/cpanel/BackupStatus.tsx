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
import { texts } from './texts'

const words = texts.backup

/** BackupStatus shows the age of the last backup, and help when it is too old. */
export function BackupStatus() {
  const { data, isError } = useQuery(controlPanelQueries.lastBackup())
  if (data) {
    return (
      <div className="grid gap-2">
        <Known of={data} />
        {data.nightly && <MakeNow of={data} />}
      </div>
    )
  }
  return <Line>{isError ? words.failed : <Skeleton className="h-5 w-72 max-w-full" />}</Line>
}

function Known({ of: { at, old, nightly } }: { of: LastBackup }) {
  if (!at && !nightly) {
    return (
      <Line>
        {words.last} {words.none} <ToProgram />
      </Line>
    )
  }
  const last = at && (
    <>
      {words.last} <Moment at={at} />
    </>
  )
  if (!old) return <Line>{last}</Line>
  return (
    <Notice tone="warning" title={at ? words.old : words.missing}>
      {last && <p>{last}.</p>}
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

/** Makes a backup and shows its progress. */
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
