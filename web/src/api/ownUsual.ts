import { answer } from './client'
import { portalApi } from './portalSession'
import type { Usual } from './types'

export const loadOwnUsual = (): Promise<Usual> => answer(portalApi.GET('/portal/me/usual'))

export const loadOwnPicture = (pictureId: string): Promise<Blob> =>
  answer(
    portalApi.GET('/portal/me/usual/pictures/{pictureId}', {
      params: { path: { pictureId } },
      parseAs: 'blob',
    }) as unknown as Promise<{ data?: Blob }>,
  ) as Promise<Blob>
