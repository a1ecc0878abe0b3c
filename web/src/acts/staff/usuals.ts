import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { session } from '@/api'
import { isApiError, staleIdentityError } from '@/api/error'
import { recordQueries } from '@/api/records'
import type { Usual, UsualPermission } from '@/api/types'
import {
  addUsualPicture,
  changeUsualNote,
  type NoteChange,
  removeUsualPicture,
  setUsualConsent,
  usualQuery,
} from '@/api/usuals'
import { notify } from '@/kit/notify'
import { shrinkPhoto } from '@/lib/shrinkPicture'
import { requireNetwork } from './requireNetwork'
import { useAct } from './useAct'
import { useKeyedSend } from './useKeyedSend'

export const usualTexts = {
  unreadable: 'Esa imagen no se puede leer. No se ha guardado.',
  added: 'Foto guardada.',
  removed: 'Foto borrada.',
  noted: 'Nota guardada.',
  withdrawn: 'Permiso retirado: la nota y las fotos se han borrado.',
} as const

export interface ChosenPhoto {
  file: File
  permission?: UsualPermission
}

/** Scales the photo down, which removes its metadata. */
export function useAddUsualPicture(customerId: string) {
  const client = useQueryClient()
  const send = useKeyedSend()
  return useAct({
    mutationFn: async ({ file, permission }: ChosenPhoto) => {
      requireNetwork()
      const chosenFor = session.get()?.businessId
      const picture = await shrinkPhoto(file)
      // The operator may have switched businesses meanwhile.
      if (session.get()?.businessId !== chosenFor) throw staleIdentityError()
      if (!picture) throw new Error(usualTexts.unreadable)
      const body = { picture, ...(permission && { permission }) }
      return send({ customerId, ...body }, (key) => addUsualPicture(customerId, body, key))
    },
    onSuccess: (usual) => show(client, customerId, usual, usualTexts.added),
    onError: (error) => reread(client, customerId, error),
  })
}

export function useRemoveUsualPicture(customerId: string) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (pictureId: string) => removeUsualPicture(customerId, pictureId),
    onSuccess: (usual) => show(client, customerId, usual, usualTexts.removed),
    onError: (error) => reread(client, customerId, error),
  })
}

export function useChangeUsualNote(customerId: string, onSaved: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (change: NoteChange) => {
      requireNetwork()
      return changeUsualNote(customerId, change)
    },
    onSuccess: (usual) => {
      show(client, customerId, usual, usualTexts.noted)
      onSaved()
    },
    onError: (error) => reread(client, customerId, error),
  })
}

/** Withdraws the consent, which deletes the note and the pictures. */
export function useWithdrawUsual(customerId: string, onWithdrawn: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => {
      requireNetwork()
      return setUsualConsent(customerId, { granted: false })
    },
    onSuccess: (usual) => {
      show(client, customerId, usual, usualTexts.withdrawn)
      onWithdrawn()
    },
  })
}

function show(client: QueryClient, customerId: string, usual: Usual, words: string) {
  client.setQueryData(usualQuery(customerId).queryKey, usual)
  notify.success(words)
  void client.invalidateQueries(recordQueries.consents(customerId))
}

/** Refetches after a refusal or without a response: the note or the pictures may have changed. */
function reread(client: QueryClient, customerId: string, error: Error) {
  if (isApiError(error) && error.status < 500) void client.invalidateQueries(usualQuery(customerId))
}
