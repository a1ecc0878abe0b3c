import { useQuery } from '@tanstack/react-query'
import { usePoster } from '@/acts/staff/businesses'
import { posterQuery } from '@/api/businesses'
import type { ListedBusiness } from '@/api/types'
import { PosterPreview } from '@/card/poster/PosterPreview'
import { Dialog } from '@/kit/Dialog'
import { LoadFailed } from '@/kit/LoadFailed'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.poster

interface PosterDialogProps {
  business: ListedBusiness | null
  onClose: () => void
}

export function PosterDialog({ business, onClose }: PosterDialogProps) {
  return (
    <Dialog
      open={business !== null}
      onClose={onClose}
      title={business && withNames(words.of(business.name), business.name)}
    >
      {business && <Poster businessId={business.id} />}
    </Dialog>
  )
}

function Poster({ businessId }: { businessId: string }) {
  const query = useQuery(posterQuery(businessId))
  const poster = usePoster()
  return (
    <PosterPreview
      poster={query.data}
      failure={
        query.isError && (
          <LoadFailed onRetry={query.refetch}>{errorText(query.error, words.failed)}</LoadFailed>
        )
      }
      downloading={poster.isPending ? poster.variables.size : null}
      onDownload={(size) => poster.mutate({ size, businessId })}
    />
  )
}
