import { useQuery } from '@tanstack/react-query'
import { posterQuery } from '@/api/businesses'
import { Unprintable } from '@/ui/poster/PosterPreview'

/** Warns beside the name of signs in it that the poster cannot print. */
export function PrintedName() {
  const { data } = useQuery(posterQuery())
  return <Unprintable signs={data?.unprintable} />
}
