import { unwrap } from './client'
import { portalApi } from './portalSession'
import type { Usual } from './types'

export const loadOwnUsual = (): Promise<Usual> => unwrap(portalApi.GET('/portal/me/usual'))

export const loadOwnPicture = (pictureId: string): Promise<Blob> =>
  unwrap(
    portalApi.GET('/portal/me/usual/pictures/{pictureId}', {
      params: { path: { pictureId } },
      parseAs: 'blob',
    }) as unknown as Promise<{ data?: Blob }>,
  ) as Promise<Blob>
