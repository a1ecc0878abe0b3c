import { answer } from './client'
import { api } from './index'
import type { PosterSize } from './types'

/** The poster of the business that one acts on, to be printed. */
export function posterOf(size: PosterSize): Promise<Blob> {
  return answer(
    api.GET('/business/poster.pdf', { params: { query: { size } }, parseAs: 'blob' }) as unknown as Promise<{
      data?: Blob
    }>,
  )
}
