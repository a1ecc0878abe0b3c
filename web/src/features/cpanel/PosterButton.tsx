import { QrCode } from 'lucide-react'
import { usePoster } from '@/acts/businesses'
import type { ListedBusiness } from '@/api/types'
import { IconButton } from '@/ui/IconButton'
import { texts } from './texts'

/** Brings the poster for a business's venue, with its registration QR, at one press. */
export function PosterButton({ business: { id, name } }: { business: ListedBusiness }) {
  const poster = usePoster()
  return (
    <IconButton
      label={texts.poster.of(name)}
      icon={<QrCode aria-hidden="true" />}
      disabled={poster.isPending}
      onClick={() => poster.mutate({ size: 'A4', businessId: id })}
    />
  )
}
