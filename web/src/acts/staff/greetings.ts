import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { unwrap } from '@/api/client'
import { isApiError } from '@/api/error'
import { isUnsupported } from '@/api/firstSupported'
import { serverNow } from '@/api/serverClock'
import type { Customer } from '@/api/types'
import type { Greeting } from '@/card/GreetingAct'
import { notify } from '@/kit/notify'
import { customerTexts as texts } from './customerTexts'
import { refreshCustomers } from './refreshCustomers'
import { useAct } from './useAct'

type SavedGreeting = Pick<Customer, 'greetedAt' | 'greetingUndoableUntil'>

/** Records a greeting; the link itself opens the chat. Ignores servers without this route. */
export function useGreet(id: string) {
  const client = useQueryClient()
  return useAct({
    mutationFn: async (invites: boolean) => {
      try {
        return await unwrap(
          api.POST('/customers/{id}/greeting', { params: { path: { id } }, body: { invites } }),
        )
      } catch (error) {
        if (!isUnsupported(error)) throw error
        return null
      }
    },
    // Not awaited: the greeting can be undone at once.
    onSuccess: () => void refreshCustomers(client),
    onError: (error) => {
      if (isApiError(error, 'GREETED_RECENTLY')) void refreshCustomers(client)
      notify.error(error, texts.greet.failed)
    },
  })
}

/** Removes the record of a greeting that was not sent. The instant identifies it, so a later one stays. */
export function useUndoGreeting(id: string, onUndone?: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (at: string) =>
      unwrap(api.DELETE('/customers/{id}/greeting', { params: { path: { id }, query: { at } } })),
    onSuccess: async () => {
      await refreshCustomers(client)
      onUndone?.()
      notify.success(texts.undoGreeting.done)
    },
    onError: (error) => {
      if (isApiError(error, 'GREETING_TOO_LATE')) void refreshCustomers(client)
      notify.error(error, texts.undoGreeting.failed)
    },
  })
}

/** The greeting of a listed customer, by default an invitation. A tap on the link to the chat records it. */
export function useInvitation(id: string, savedGreeting: SavedGreeting, invites = true): Greeting {
  const greet = useGreet(id)
  const undo = useUndoGreeting(id, greet.reset)
  const { greetedAt, greetingUndoableUntil } = greet.data?.greetedAt ? greet.data : savedGreeting
  const isUndoable = !greet.isPending && isUndoableUntil(greetingUndoableUntil)
  return {
    isNoted: greet.isPending || greet.isSuccess || isUndoable,
    at: greetedAt,
    note: () => greet.mutate(invites),
    undo: isUndoable && greetedAt ? () => undo.mutate(greetedAt) : null,
    isUndoing: undo.isPending,
    isUndone: undo.isSuccess,
  }
}

export const isUndoableUntil = (until: string | null | undefined): boolean =>
  Boolean(until) && Date.parse(until ?? '') > serverNow()
