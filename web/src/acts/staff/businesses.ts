import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { posterOf } from '@/api/businesses'
import {
  controlPanelQueries,
  exportBusiness,
  openBusiness,
  readBusiness,
  resetOwnerPassword,
  reviseBusiness,
  toggleBusinessStatus,
} from '@/api/controlPanel'
import { retryOnce } from '@/api/retryOnce'
import type { BusinessRevision, ListedBusiness, NewBusiness, OpenedBusiness, PosterSize } from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import type { Fields } from '@/lib/form'
import { shortId } from '@/lib/ids'
import { saveFile } from '@/lib/saveFile'
import { businessTexts as texts } from './businessTexts'
import { useAct } from './useAct'
import { useDialogDraft } from './useDialogDraft'
import { useSavedForm } from './useSavedForm'

export function useOpenBusiness() {
  const client = useQueryClient()
  return useAct({
    mutationFn: (draft: NewBusiness) =>
      withIdempotencyKey(`open ${JSON.stringify(draft)}`, (key) => retryOnce(() => openBusiness(draft, key))),
    onSuccess: () => client.invalidateQueries({ queryKey: controlPanelQueries.all() }),
    // The password must not stay in memory once shown.
    gcTime: 0,
  })
}

export function useNewOwnerPassword() {
  return useAct({
    mutationFn: ({ business, owner }: OpenedBusiness) => resetOwnerPassword(business.id, owner.id),
    gcTime: 0,
  })
}

/** A form about a business in the control panel: its fields, and how to read and send them. */
export interface BusinessPart<Values, Changes> {
  valuesOf: (business: ListedBusiness) => Values
  fields: Fields<Values, Changes>
  bodyOf: (changes: Changes) => BusinessRevision
}

/** Returns the form. After a conflict it saves on the latest version of the business. */
export function useBusinessForm<Values extends object, Changes extends object>(
  business: ListedBusiness,
  { bodyOf, ...part }: BusinessPart<Values, Changes>,
  onDone: () => void,
) {
  const client = useQueryClient()
  const [row, setRow] = useState(business)
  const draft = useDialogDraft(`${Object.keys(part.fields)} of business ${business.id}`)
  return useSavedForm<ListedBusiness, Values, Changes>({
    ...part,
    row,
    send: (changes, version) => reviseBusiness(business.id, bodyOf(changes), version),
    conflict: 'BUSINESS_CHANGED',
    draft,
    reread: () => readBusiness(business.id),
    onRow: setRow,
    onSaved: ({ isSaved, disputes, isEditedSince }) => {
      void client.invalidateQueries()
      if (!isSaved || disputes.length > 0) return
      notify.success(texts.saved)
      if (!isEditedSince) onDone()
    },
  })
}

export function useSwitchStatus(onChanged: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (business: ListedBusiness) => toggleBusinessStatus(business),
    onSuccess: (_answer, { status, name }) => {
      notify.success((status === 'ACTIVE' ? texts.suspended : texts.reactivated)(name))
      onChanged()
      return client.invalidateQueries()
    },
  })
}

export function usePoster() {
  return useAct({
    mutationFn: ({ size, businessId }: { size: PosterSize; businessId?: string }) =>
      posterOf(size, businessId),
    onSuccess: (pdf, { size, businessId }) =>
      saveFile(pdf, texts.poster.file(businessId ? shortId(businessId) : size)),
    onError: (error) => void notify.error(errorText(error, texts.poster.failed)),
  })
}

export function useExportBusiness({ id, name }: ListedBusiness) {
  return useAct({
    mutationFn: () => exportBusiness(id),
    onMutate: () => void notify.info(texts.copyOfData.preparing(name)),
    onSuccess: (content) => {
      saveFile(content, texts.copyOfData.file(shortId(id)))
      notify.success(texts.copyOfData.done(name), name)
    },
    onError: (error) => void notify.error(errorText(error, texts.copyOfData.failed)),
  })
}
