import { answer } from './client'
import { portalApi } from './portalSession'
import type { Usual } from './types'

/** Loads the note and the pictures of the usual cut of the open card's customer. */
export const loadOwnUsual = (): Promise<Usual> => answer(portalApi.GET('/portal/me/usual'))

/** Loads the content of one of those pictures. */
export const loadOwnPicture = (pictureId: string): Promise<Blob> =>
  answer(
    portalApi.GET('/portal/me/usual/pictures/{pictureId}', {
      params: { path: { pictureId } },
      parseAs: 'blob',
    }) as unknown as Promise<{ data?: Blob }>,
  ) as Promise<Blob>
