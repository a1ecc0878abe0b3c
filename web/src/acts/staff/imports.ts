import { type QueryClient, useMutationState, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { isApiError } from '@/api/error'
import {
  changeImport,
  dropImport,
  importLabels,
  importQueries,
  importRejects,
  readImport,
  sendImport,
  startImport,
  undoImport,
} from '@/api/imports'
import { retryOnce } from '@/api/retryOnce'
import { retryUnlessDone } from '@/api/retryUnlessDone'
import type { Import, ImportChanges } from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { saveFile } from '@/lib/saveFile'
import { refreshCustomers } from './refreshCustomers'
import { requireNetwork } from './requireNetwork'
import { useAct } from './useAct'

export const importTexts = {
  sendFailed: 'No se pudo enviar el archivo. No se ha importado nada.',
  changeFailed: 'No se pudo cambiar.',
  startFailed: 'No se pudo empezar a importar.',
  undoFailed: 'No se pudo deshacer la importación.',
  dropFailed: 'No se pudo descartar.',
  dropped: 'Archivo descartado. No se ha importado nada.',
  labels: { file: 'etiquetas-qr.pdf', failed: 'No se pudieron preparar las etiquetas.' },
  rejects: { file: 'filas-no-importadas.csv', failed: 'No se pudo descargar el archivo.' },
} as const

export function useSendImport(onSent: (sentImport: Import) => void, isCopy = false) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (file: File) => {
      requireNetwork()
      const keyScope = `import ${isCopy ? 'copy ' : ''}${JSON.stringify([file.name, file.size, file.lastModified])}`
      return withIdempotencyKey(keyScope, (key) => retryOnce(() => sendImport(file, isCopy, key)))
    },
    onSuccess: (sentImport) => {
      void showImport(client, sentImport)
      onSent(sentImport)
    },
  })
}

export function useChangeImport(seenImport: Import) {
  const client = useQueryClient()
  /** The response to the user's last change, on which a change made meanwhile builds. */
  const latestSeen = useRef(seenImport)
  return useAct({
    mutationKey: changeKey(seenImport.id),
    scope: { id: changeKey(seenImport.id).join(' ') },
    mutationFn: (changes: ImportChanges) =>
      changeSeen(latestSeen.current.version > seenImport.version ? latestSeen.current : seenImport, changes),
    onSuccess: (changedImport) => {
      latestSeen.current = changedImport
      return showImport(client, changedImport)
    },
    onError: (error) => {
      // A form shows the failure of its last change only.
      if (client.isMutating({ mutationKey: changeKey(seenImport.id) }) > 1) {
        notify.error(errorText(error, importTexts.changeFailed))
      }
      return client.invalidateQueries({ queryKey: importQueries.one(seenImport.id).queryKey })
    },
  })
}

const changeKey = (id: string) => ['change import', id]

/** The changes that the server has not confirmed yet, oldest first. */
export function usePendingChanges(id: string): ImportChanges[] {
  return useMutationState({
    filters: { mutationKey: changeKey(id), status: 'pending' },
    select: ({ state }) => state.variables as ImportChanges,
  })
}

/**
 * Changes the import that the user has seen. Retries after a conflict only if the choices are unchanged. Never
 * retries `samePerson`, because its rows belong to the check that was seen.
 */
async function changeSeen(seenImport: Import, changes: ImportChanges): Promise<Import> {
  try {
    return await changeImport(seenImport.id, seenImport.version, changes)
  } catch (error) {
    if (!isApiError(error, 'IMPORT_CHANGED') || changes.samePerson) throw error
    const current = await readImport(seenImport.id)
    if (choicesOf(current) !== choicesOf(seenImport)) throw error
    return changeImport(seenImport.id, current.version, changes)
  }
}

function choicesOf({ columns, dateOrder, unknownAsNote }: Import): string {
  return JSON.stringify([columns.map(({ field }) => field), dateOrder, unknownAsNote])
}

export function useStartImport({ id, version }: Import) {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => {
      requireNetwork()
      return startImport(id, version)
    },
    onSuccess: (startedImport) => showImport(client, startedImport),
    onError: () => client.invalidateQueries({ queryKey: importQueries.one(id).queryKey }),
  })
}

export function useUndoImport({ id }: Import, onUndoing: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => {
      requireNetwork()
      return withIdempotencyKey(`undo import ${id}`, (key) => retryOnce(() => undoImport(id, key)))
    },
    onSuccess: (undoing) => {
      onUndoing()
      return showImport(client, undoing)
    },
    onError: () => client.invalidateQueries({ queryKey: importQueries.one(id).queryKey }),
  })
}

export function useDropImport({ id }: Import, onDropped: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: () => retryUnlessDone(() => dropImport(id), 'IMPORT_NOT_FOUND', id),
    onSuccess: () => {
      notify.success(importTexts.dropped)
      onDropped()
      return client.invalidateQueries({ queryKey: importQueries.all(), exact: true })
    },
  })
}

export function useFollowImport(state: Import['state'] | undefined) {
  const client = useQueryClient()
  const previous = useRef<Import['state'] | undefined>(undefined)
  useEffect(() => {
    const hasEnded =
      (state === 'DONE' || state === 'UNDONE') && previous.current && previous.current !== state
    previous.current = state
    if (!hasEnded) return
    void refreshCustomers(client)
    void client.invalidateQueries({ queryKey: importQueries.all(), exact: true })
  }, [client, state])
}

export function useImportLabels({ id }: Import) {
  return useAct({
    mutationFn: () => importLabels(id),
    onSuccess: (pdf) => saveFile(pdf, importTexts.labels.file),
    onError: (error) => void notify.error(errorText(error, importTexts.labels.failed)),
  })
}

export function useImportRejects({ id }: Import) {
  return useAct({
    mutationFn: () => importRejects(id),
    onSuccess: (csv) => saveFile(csv, importTexts.rejects.file),
    onError: (error) => void notify.error(errorText(error, importTexts.rejects.failed)),
  })
}

export async function showImport(client: QueryClient, importJob: Import): Promise<void> {
  const { queryKey } = importQueries.one(importJob.id)
  await client.cancelQueries({ queryKey })
  client.setQueryData(queryKey, importJob)
  await client.invalidateQueries({ queryKey: importQueries.all(), exact: true })
}
