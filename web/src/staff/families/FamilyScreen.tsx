import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { ArrowLeft, UsersRound } from 'lucide-react'
import { isApiError } from '@/api/error'
import { familyQueries } from '@/api/families'
import { backLook } from '@/kit/buttonLook'
import { RecordPlaceholder } from '@/kit/RecordPlaceholder'
import { StaleNote } from '@/kit/StaleNote'
import { errorText } from '@/lib/errors'
import { FamilyRecord } from './FamilyRecord'
import { texts } from './texts'

export function FamilyScreen() {
  const { id } = useParams({ from: '/signed-in/of-a-business/app/familias/$id' })
  return <LoadedFamily key={id} id={id} />
}

function LoadedFamily({ id }: { id: string }) {
  const read = useQuery(familyQueries.one(id))
  const { data: family, error, refetch } = read
  // The family was deleted meanwhile: cached data must not stay editable.
  const isMissing = isApiError(error) && error.status === 404
  if (family && !isMissing) {
    return (
      <div className="grid gap-3">
        <Back />
        <StaleNote read={read} />
        <FamilyRecord family={family} />
      </div>
    )
  }
  return (
    <RecordPlaceholder
      back={<Back />}
      heading={texts.record.heading}
      state={isMissing ? 'missing' : error ? { failure: errorText(error) } : 'loading'}
      missing={{
        icon: <UsersRound aria-hidden="true" />,
        title: texts.record.notFound,
        detail: texts.record.notFoundHint,
      }}
      failureText={texts.record.failed}
      onRetry={refetch}
    />
  )
}

function Back() {
  return (
    <Link to="/app/familias" className={backLook}>
      <ArrowLeft aria-hidden="true" className="size-5" />
      {texts.record.back}
    </Link>
  )
}
