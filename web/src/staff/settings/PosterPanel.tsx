import { useQuery } from '@tanstack/react-query'
import { usePoster } from '@/acts/staff/businesses'
import { posterQuery } from '@/api/businesses'
import { PosterPreview, Unprintable } from '@/card/poster/PosterPreview'
import { LoadFailed } from '@/kit/LoadFailed'
import { Panel } from '@/kit/Panel'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.poster

export function PosterPanel() {
  const query = useQuery(posterQuery())
  const poster = usePoster()
  return (
    <Panel title={words.title}>
      <PosterPreview
        poster={query.data}
        failure={
          query.isError && (
            <LoadFailed onRetry={query.refetch}>{errorText(query.error, words.failed)}</LoadFailed>
          )
        }
        downloading={poster.isPending ? poster.variables.size : null}
        onDownload={(size) => poster.mutate({ size })}
      />
    </Panel>
  )
}

export function PrintedName() {
  const { data } = useQuery(posterQuery())
  return <Unprintable characters={data?.unprintable} />
}
