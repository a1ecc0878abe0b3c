import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { customerQueries } from '@/api/customers'
import { isApiError } from '@/api/error'
import { errorText } from '@/lib/errors'
import { EmptyState } from '@/ui/EmptyState'
import { LoadFailed } from '@/ui/LoadFailed'
import { Skeleton } from '@/ui/Skeleton'
import { BackToList } from '../BackToList'
import { CustomerRecord } from './CustomerRecord'
import { texts } from './texts'

/** One customer: the card, the data, the code and the visits. */
export function CustomerScreen() {
  const { id } = useParams({ from: '/signed-in/of-a-business/app/customers/$id' })
  return <Loaded key={id} id={id} />
}

function Loaded({ id }: { id: string }) {
  const { data: customer, error, refetch } = useQuery(customerQueries.one(id))
  // Archived meanwhile: what the cache still holds must not be worked on.
  if (isApiError(error) && error.status === 404) return <NotFound />
  if (customer) return <CustomerRecord customer={customer} />
  if (error) return <Failed error={error} onRetry={refetch} />
  return <Loading />
}

function NotFound() {
  return (
    <div className="grid justify-items-start gap-4">
      <BackToList />
      <div className="justify-self-center">
        <EmptyState icon={<UserX aria-hidden="true" />} as="h1" title={texts.record.notFound}>
          {texts.record.notFoundDetail}
        </EmptyState>
      </div>
    </div>
  )
}

function Failed({ error, onRetry }: { error: unknown; onRetry: () => unknown }) {
  return (
    <div className="grid gap-4">
      <BackToList />
      <h1 className="sr-only">{texts.record.title}</h1>
      <LoadFailed title={texts.record.failed} onRetry={onRetry}>
        {errorText(error)}
      </LoadFailed>
    </div>
  )
}

function Loading() {
  return (
    <div className="grid gap-6" aria-busy="true">
      <div className="grid justify-items-start gap-2">
        <BackToList />
        <h1 className="sr-only">{texts.record.title}</h1>
        <Skeleton className="h-9 w-64 max-w-full" />
        <Skeleton className="h-6 w-48" />
      </div>
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Skeleton className="h-[30rem]" />
        <Skeleton className="h-[30rem]" />
      </div>
    </div>
  )
}
