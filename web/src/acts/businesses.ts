import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askedAgain } from '@/api/askedAgain'
import { askedOnce } from '@/api/askedOnce'
import { posterOf } from '@/api/businesses'
import {
  changeSending,
  controlPanelQueries,
  exportBusiness,
  openBusiness,
  renameBusiness,
  resetOwner,
  switchStatus,
} from '@/api/controlPanel'
import type { ListedBusiness, NewBusiness, OpenedBusiness, PosterSize, SendingChanges } from '@/api/types'
import { errorText } from '@/lib/errors'
import { shortId } from '@/lib/ids'
import { saveFile } from '@/lib/saveFile'
import { notify } from '@/ui/notify'
import { businessTexts as texts } from './businessTexts'

/** Opens a business with its owner, once, however often it is tried: who got no first answer gets one without the password. */
export function useOpenBusiness() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (draft: NewBusiness) =>
      askedOnce(`open ${JSON.stringify(draft)}`, (key) => askedAgain(() => openBusiness(draft, key))),
    onSuccess: () => client.invalidateQueries({ queryKey: controlPanelQueries.all() }),
    // The password must not stay in memory after it was shown.
    gcTime: 0,
  })
}

/** Gives the owner of a business that was just opened another temporary password: nobody has seen the first. */
export function useNewOwnerPassword() {
  return useMutation({
    mutationFn: ({ business, owner }: OpenedBusiness) => resetOwner(business.id, owner.id),
    gcTime: 0,
  })
}

/** A change of one business. */
interface BusinessChange<Change> {
  id: string
  change: Change
}

/** Gives a business another name. */
export function useRenameBusiness(onChanged: () => void) {
  return useBusinessChange(renameBusiness, onChanged)
}

/** Changes how a business sends through WhatsApp. */
export function useChangeSending(onChanged: () => void) {
  return useBusinessChange<SendingChanges>(changeSending, onChanged)
}

function useBusinessChange<Change>(
  send: (id: string, change: Change) => Promise<unknown>,
  onChanged: () => void,
) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, change }: BusinessChange<Change>) => send(id, change),
    onSuccess: () => {
      notify.success(texts.saved)
      onChanged()
      return client.invalidateQueries()
    },
  })
}

/** Suspends an active business, and lets a suspended one work again. */
export function useSwitchStatus(onChanged: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (business: ListedBusiness) => switchStatus(business),
    onSuccess: (_answer, { status, name }) => {
      notify.success((status === 'ACTIVE' ? texts.suspended : texts.reactivated)(name))
      onChanged()
      return client.invalidateQueries()
    },
  })
}

/** Brings the poster of a business, of the one that one acts on where none is named. */
export function usePoster() {
  return useMutation({
    mutationFn: ({ size, businessId }: { size: PosterSize; businessId?: string }) =>
      posterOf(size, businessId),
    onSuccess: (pdf, { size, businessId }) =>
      saveFile(pdf, texts.poster.file(businessId ? shortId(businessId) : size)),
    onError: (error) => void notify.error(errorText(error, texts.poster.failed)),
  })
}

/** Brings all data of a business. */
export function useExportBusiness({ id, name }: ListedBusiness) {
  return useMutation({
    mutationFn: () => exportBusiness(id),
    onMutate: () => void notify.info(texts.copyOfData.preparing(name)),
    onSuccess: (content) => {
      saveFile(content, texts.copyOfData.file(shortId(id)))
      notify.success(texts.copyOfData.done(name))
    },
    onError: (error) => void notify.error(errorText(error, texts.copyOfData.failed)),
  })
}
