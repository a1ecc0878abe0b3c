import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { deleteVisit, undoVisit } from '@/api/records'
import type { RegisteredVisit } from '@/api/types'
import { notify } from '@/kit/notify'
import { useOutbox } from './outbox/OutboxProvider'
import type { Outbox, VisitOutcome } from './outbox/outbox'
import { isStamped } from './outbox/visitResponses'
import type { VisitRequest } from './outbox/waitingVisit'
import { refreshCustomers } from './refreshCustomers'
import { requireNetwork } from './requireNetwork'
import { texts } from './texts'
import { useAct } from './useAct'

export interface VisitActs {
  /**
   * Puts a visit into the outbox, which sends it until the server responds. An authorized further visit requires a
   * network, because the user who authorizes it must see the result.
   */
  keep: (request: VisitRequest) => Promise<unknown>
  /** Registers a visit and waits for its outcome. Throws a refusal. `kept`: no response in time, the outbox retries. */
  register: (request: VisitRequest) => Promise<VisitOutcome>
  /** Works only within ten minutes and for the same user. */
  undo: (visitId: string) => Promise<void>
  remove: (visitId: string) => Promise<void>
}

export function useVisitActs(): VisitActs {
  const outbox = useOutbox()
  const client = useQueryClient()
  const here = useRef(true)
  useEffect(() => {
    here.current = true
    return () => {
      here.current = false
    }
  }, [])
  return useMemo(() => visitActs(outbox, client, () => here.current), [outbox, client])
}

interface Registration extends VisitRequest {
  message: (visit: RegisteredVisit) => string
}

interface VisitCallbacks {
  onStamped?: (visit: RegisteredVisit) => void
  /** Called when the visit left no stamp: the day had one, it waits for the owner, or it was deleted since. */
  onUnstamped?: (visit: RegisteredVisit) => void
  onUndone: (visit: RegisteredVisit) => void
}

/** Registers a visit and shows a toast with an undo button. Without a response the outbox keeps the visit. */
export function useRegisterVisit({ onStamped, onUnstamped, onUndone }: VisitCallbacks) {
  const acts = useVisitActs()
  const outbox = useOutbox()
  const undo = useAct({
    mutationFn: ({ id }: RegisteredVisit) => acts.undo(id),
    onSuccess: (_answer, visit) => {
      onUndone(visit)
      notify.success(texts.visit.undone(visit.customerName), visit.customerName)
    },
    onError: (error) => notify.error(error, texts.visit.undoFailed),
  })
  return useAct({
    mutationFn: ({ message: _said, ...request }: Registration) => acts.register(request),
    onSuccess: (outcome, { message: describe }) => {
      if (outcome.type === 'kept') {
        return void notify.warning(outbox?.isDurable() === false ? texts.visit.unsaved : texts.visit.kept)
      }
      const { answer } = outcome
      if (!isStamped(answer)) return onUnstamped?.(answer)
      onStamped?.(answer)
      // Some servers do not return the visit's id, so there is no undo.
      if (answer.id) notify.undoable(describe(answer), texts.visit.undo, () => undo.mutate(answer))
      else notify.success(describe(answer))
    },
  })
}

export function useRemoveVisit(onRemoved: () => void) {
  const acts = useVisitActs()
  return useAct({
    mutationFn: acts.remove,
    onSuccess: () => {
      notify.success(texts.visit.removed)
      onRemoved()
    },
  })
}

function visitActs(outbox: Outbox | null, client: QueryClient, isSeen: () => boolean): VisitActs {
  const requireOutbox = (request: VisitRequest): Outbox => {
    if (!outbox) throw new Error('a visit needs a business')
    if (request.authorized) requireNetwork()
    return outbox
  }
  const withdraw = async (call: () => Promise<unknown>) => {
    try {
      await call()
    } finally {
      await refreshCustomers(client)
    }
  }
  return {
    keep: async (request) => requireOutbox(request).add(request),
    register: async (request) => requireOutbox(request).register(request, isSeen),
    undo: (visitId) => withdraw(() => undoVisit(visitId)),
    remove: (visitId) => withdraw(() => deleteVisit(visitId)),
  }
}
