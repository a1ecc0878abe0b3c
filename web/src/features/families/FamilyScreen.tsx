import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, UsersRound } from 'lucide-react'
import { isApiError } from '@/api/error'
import { familyQueries } from '@/api/families'
import { errorText } from '@/lib/errors'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { StaleNote } from '@/ui/StaleNote'
import { FamilyRecord } from './FamilyRecord'
import { texts } from './texts'

/** One family: its members, its card and what can be changed. */
export function FamilyScreen() {
  const { id } = useParams({ from: '/signed-in/of-a-business/app/familias/$id' })
  return (
    <div className="grid gap-3">
      <Back />
      <Loaded key={id} id={id} />
    </div>
  )
}

function Back() {
  return (
    <Link
      to="/app/familias"
      className="-ml-2 flex min-h-target items-center gap-2 justify-self-start rounded-box px-2 font-semibold text-ink-soft underline-offset-4 hover:text-ink hover:underline"
    >
      <ArrowLeft aria-hidden="true" className="size-5" />
      {texts.record.back}
    </Link>
  )
}

function Loaded({ id }: { id: string }) {
  const read = useQuery(familyQueries.one(id))
  const { data: family, error, refetch } = read
  // Deleted meanwhile: what the cache still holds must not be worked on.
  if (isApiError(error) && error.status === 404) return <NotFound />
  if (family) {
    return (
      <>
        <StaleNote read={read} />
        <FamilyRecord family={family} />
      </>
    )
  }
  if (error) return <Failed error={error} onRetry={refetch} />
  return <Loading />
}

function NotFound() {
  return (
    <EmptyState icon={<UsersRound aria-hidden="true" />} as="h1" title={texts.record.notFound}>
      {texts.record.notFoundHint}
    </EmptyState>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <div className="grid gap-4">
      <h1 className="sr-only">{texts.record.heading}</h1>
      <LoadFailed title={texts.record.failed} onRetry={onRetry}>
        {errorText(error)}
      </LoadFailed>
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-6" aria-busy="true">
      <h1 className="sr-only">{texts.record.heading}</h1>
      <div className="grid gap-2">
        <Skeleton className="h-9 w-64 max-w-full" />
        <Skeleton className="h-6 w-48" />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton className="h-80" />
        <Skeleton className="h-[30rem]" />
      </div>
    </div>
  )
}
