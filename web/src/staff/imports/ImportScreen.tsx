import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useFollowImport } from '@/acts/staff/imports'
import { importQueries } from '@/api/imports'
import type { Import } from '@/api/types'
import { buttonLook } from '@/kit/buttonLook'
import { HelpLink } from '@/kit/HelpLink'
import { LoadFailed } from '@/kit/LoadFailed'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { ChooseFile } from './ChooseFile'
import { CopyFound } from './CopyFound'
import { ImportList } from './ImportList'
import { ImportSteps } from './ImportSteps'
import { isMissing, MissingImport } from './MissingImport'
import { texts } from './texts'

/** The import's id is in the address, so that it survives a reload. */
export function ImportScreen() {
  const { id } = useSearch({ strict: false })
  const navigate = useNavigate()
  const [copy, setCopy] = useState<File | null>(null)
  const showCustomersOf = (importJob: Import) => {
    setCopy(null)
    show(importJob.id)
  }
  const show = (importId?: string) =>
    void navigate({ to: '/app/importar', search: importId ? { id: importId } : {} })
  return (
    <div className="grid gap-6">
      <header className="grid gap-2">
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
          {id && (
            <Link to="/app/importar" className={buttonLook({ variant: 'secondary' })}>
              {texts.again}
            </Link>
          )}
        </div>
        <p className="max-w-prose text-ink-soft">{texts.intro}</p>
        <p>
          <HelpLink page="importar-clientes">{texts.manual}</HelpLink>
        </p>
      </header>
      {id ? (
        <OpenImport key={id} id={id} onDropped={() => show()} />
      ) : copy ? (
        <CopyFound file={copy} onSent={showCustomersOf} onOther={() => setCopy(null)} />
      ) : (
        <ChooseFile onSent={(importJob) => show(importJob.id)} onCopy={setCopy} />
      )}
      {!id && !copy && <ImportList />}
    </div>
  )
}

function OpenImport({ id, onDropped }: { id: string; onDropped: () => void }) {
  const importQuery = useQuery(importQueries.one(id))
  useFollowImport(importQuery.data?.state)
  if (isMissing(importQuery.error)) return <MissingImport />
  if (importQuery.isLoadingError) {
    return (
      <LoadFailed onRetry={importQuery.refetch}>{errorText(importQuery.error, texts.loadFailed)}</LoadFailed>
    )
  }
  if (!importQuery.data) return <Skeleton className="h-64" />
  return (
    <>
      <StaleNote read={importQuery} />
      <ImportSteps importJob={importQuery.data} onDropped={onDropped} />
    </>
  )
}
