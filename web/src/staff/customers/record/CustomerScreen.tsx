import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { UserX } from 'lucide-react'
import { customerQueries } from '@/api/customers'
import { isApiError } from '@/api/error'
import { RecordPlaceholder } from '@/kit/RecordPlaceholder'
import { errorText } from '@/lib/errors'
import { BackToList } from '../BackToList'
import { CustomerRecord } from './CustomerRecord'
import { texts } from './texts'

export function CustomerScreen() {
  const { id } = useParams({ from: '/signed-in/of-a-business/app/customers/$id' })
  return <LoadedCustomer key={id} id={id} />
}

function LoadedCustomer({ id }: { id: string }) {
  const { data: customer, error, refetch } = useQuery(customerQueries.one(id))
  // The customer was archived meanwhile: cached data must not stay editable.
  const isMissing = isApiError(error) && error.status === 404
  if (customer && !isMissing) return <CustomerRecord customer={customer} />
  return (
    <RecordPlaceholder
      back={<BackToList />}
      heading={texts.record.title}
      state={isMissing ? 'missing' : error ? { failure: errorText(error) } : 'loading'}
      missing={{
        icon: <UserX aria-hidden="true" />,
        title: texts.record.notFound,
        detail: texts.record.notFoundDetail,
      }}
      failureText={texts.record.failed}
      onRetry={refetch}
    />
  )
}
