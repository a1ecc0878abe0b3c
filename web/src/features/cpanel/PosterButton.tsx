import { useMutation } from '@tanstack/react-query'
import { QrCode } from 'lucide-react'
import { posterOf } from '@/api/businesses'
import type { ListedBusiness } from '@/api/types'
import { errorText } from '@/lib/errors'
import { shortId } from '@/lib/ids'
import { saveFile } from '@/lib/saveFile'
import { IconButton } from '@/ui/IconButton'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** Brings the poster for a business's venue, with its registration QR, at one press. */
export function PosterButton({ business: { id, name } }: { business: ListedBusiness }) {
  const poster = useMutation({
    mutationFn: () => posterOf('A4', id),
    onSuccess: (pdf) => saveFile(pdf, texts.poster.file(shortId(id))),
    onError: (error) => void notify.error(errorText(error, texts.poster.failed)),
  })
  return (
    <IconButton
      label={texts.poster.of(name)}
      icon={<QrCode aria-hidden="true" />}
      disabled={poster.isPending}
      onClick={() => poster.mutate()}
    />
  )
}
