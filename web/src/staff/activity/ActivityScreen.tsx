import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useTableFile } from '@/acts/staff/tableFile'
import { type ActivityFilter, type ActivityScope, activityQueries, fetchActivityFile } from '@/api/activity'
import { businessQuery } from '@/api/customers'
import { Button } from '@/kit/Button'
import { EmptyState } from '@/kit/EmptyState'
import { LoadFailed } from '@/kit/LoadFailed'
import { MorePages } from '@/kit/MorePages'
import { Panel } from '@/kit/Panel'
import { Skeleton } from '@/kit/Skeleton'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { PanelHead } from '../cpanel/PanelHead'
import { ActivityDays } from './ActivityDays'
import { ActivityFilters } from './ActivityFilters'
import { RefusedSignIns } from './RefusedSignIns'
import { texts } from './texts'
import { useActivityFilter } from './useActivityFilter'

export function ActivityScreen() {
  const { data: business } = useQuery(businessQuery())
  return <Activity scope="business" Head={BusinessHead} intro={texts.intro} timeZone={business?.timezone} />
}

export function PlatformActivityScreen() {
  return <Activity scope="platform" Head={PanelHead} intro={texts.platformIntro} timeZone="UTC" />
}

interface HeadProps {
  intro: string
  action: ReactNode
}

function BusinessHead({ intro, action }: HeadProps) {
  return (
    <header className="grid gap-3">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        {action}
      </div>
      <p className="max-w-prose text-ink-soft">{intro}</p>
    </header>
  )
}

interface ActivityProps {
  scope: ActivityScope
  /** Title, intro and downloads. */
  Head: ComponentType<HeadProps>
  intro: string
  timeZone: string | undefined
}

function Activity({ scope, Head, intro, timeZone }: ActivityProps) {
  const { filter, period, choose } = useActivityFilter(timeZone)
  return (
    <div className="grid gap-6">
      <Head intro={intro} action={<Files scope={scope} filter={filter} />} />
      <Panel title={texts.list}>
        <div className="grid gap-5">
          <ActivityFilters scope={scope} filter={filter} period={period} onChoose={choose} />
          <Entries scope={scope} filter={filter} timeZone={timeZone} />
        </div>
      </Panel>
      <RefusedSignIns scope={scope} />
    </div>
  )
}

interface FilteredProps {
  scope: ActivityScope
  filter: ActivityFilter
}

function Entries({ scope, filter, timeZone }: FilteredProps & Pick<ActivityProps, 'timeZone'>) {
  const entriesQuery = useInfiniteQuery(activityQueries.entries(scope, filter))
  const entries = entriesQuery.data?.pages.flatMap((page) => page.items) ?? []
  return (
    <>
      <StaleNote read={entriesQuery} />
      {entriesQuery.isLoadingError ? (
        <LoadFailed onRetry={entriesQuery.refetch}>{errorText(entriesQuery.error, texts.failed)}</LoadFailed>
      ) : entriesQuery.isPending ? (
        <Skeleton className="h-64" />
      ) : entries.length > 0 ? (
        <ActivityDays entries={entries} timeZone={timeZone} />
      ) : entriesQuery.hasNextPage ? (
        <p role="status">{texts.searching}</p>
      ) : (
        <None filtered={Object.keys(filter).length > 0} />
      )}
      <MorePages pages={entriesQuery} label={texts.older} />
    </>
  )
}

function None({ filtered }: { filtered: boolean }) {
  return (
    <EmptyState title={filtered ? texts.none : texts.empty}>
      {filtered ? texts.noneHint : texts.emptyHint}
    </EmptyState>
  )
}

function Files({ scope, filter }: FilteredProps) {
  const download = useTableFile({
    fetchFile: (format) => fetchActivityFile(scope, filter, format),
    nameOf: (format) => `${texts.file.name}.${format}`,
    failureText: texts.file.failed,
  })
  return (
    <div className="flex flex-wrap gap-3">
      {(['csv', 'xlsx'] as const).map((format) => (
        <Button
          key={format}
          variant="secondary"
          icon={<Download aria-hidden="true" className="size-5" />}
          aria-label={texts.file.saveAs(texts.file[format])}
          busy={download.isPending && download.variables === format}
          onClick={() => download.isPending || download.mutate(format)}
        >
          {texts.file[format]}
        </Button>
      ))}
    </div>
  )
}
