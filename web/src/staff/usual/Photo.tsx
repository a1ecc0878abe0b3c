import { useQuery } from '@tanstack/react-query'
import type { UsualPicture } from '@/api/types'
import { usualPictureQuery } from '@/api/usuals'
import { useObjectUrl } from '@/lib/useObjectUrl'
import { texts } from './texts'

interface PhotoProps {
  customerId: string
  picture: UsualPicture
  alt: string
  className?: string
}

/** Fetches the photo with the session token, which an img element cannot send. The canvas reserves its space. */
export function Photo({ customerId, picture, alt, className }: PhotoProps) {
  const { data, isError } = useQuery(usualPictureQuery(customerId, picture.id))
  const url = useObjectUrl(data)
  if (isError) return <p className={className}>{texts.photo.loadFailed}</p>
  const { width, height } = picture
  if (!url)
    return (
      <canvas width={width} height={height} className={className} aria-label={alt && texts.photo.loading} />
    )
  return <img src={url} alt={alt} width={width} height={height} className={className} />
}
