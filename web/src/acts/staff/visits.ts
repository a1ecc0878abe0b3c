import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
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

/** What is done to visits. */
export interface VisitActs {
  /**
   * Keeps a visit on this device and sends it until it has an answer, of which the outbox tells. A further visit on one day
   * takes a network: whoever allows it must see what came of it.
   */
  keep: (request: VisitRequest) => Promise<unknown>
  /** The same for a screen that shows what came of it: `kept` means that nobody has to wait; a refusal is thrown. */
  register: (request: VisitRequest) => Promise<VisitOutcome>
  /** Takes back a visit that one has just registered. */
  undo: (visitId: string) => Promise<void>
  /** Takes a visit off its card. */
  remove: (visitId: string) => Promise<void>
}

/** Visits of the business that one acts on. */
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

/** A visit that is to be registered, and what is said once it has its stamp. */
interface Registration extends VisitRequest {
  message: (visit: RegisteredVisit) => string
}

/** What a screen shows of a visit that it has registered. */
interface VisitCallbacks {
  onStamped?: (visit: RegisteredVisit) => void
  /** The day had its stamp, or the visit was taken back since. */
  onUnstamped?: (visit: RegisteredVisit) => void
  onUndone: (visit: RegisteredVisit) => void
}

/** Registers a visit and says so, with the way to take it back at once; one that nobody has to wait for is kept. */
export function useRegisterVisit({ onStamped, onUnstamped, onUndone }: VisitCallbacks) {
  const acts = useVisitActs()
  const undo = useMutation({
    mutationFn: ({ id }: RegisteredVisit) => acts.undo(id),
    onSuccess: (_answer, visit) => {
      onUndone(visit)
      notify.success(texts.visit.undone(visit.customerName), visit.customerName)
    },
    onError: (error) => notify.error(error, texts.visit.undoFailed),
  })
  return useMutation({
    mutationFn: ({ message: _said, ...request }: Registration) => acts.register(request),
    onSuccess: (outcome, { message: said }) => {
      if (outcome.type === 'kept') return void notify.warning(texts.visit.kept)
      const { answer } = outcome
      if (!isStamped(answer)) return onUnstamped?.(answer)
      onStamped?.(answer)
      // Not every server says which visit it was.
      if (answer.id) notify.undoable(said(answer), texts.visit.undo, () => undo.mutate(answer))
      else notify.success(said(answer))
    },
  })
}

/** Takes a visit off its card. */
export function useRemoveVisit(onRemoved: () => void) {
  const acts = useVisitActs()
  return useMutation({
    mutationFn: acts.remove,
    onSuccess: () => {
      notify.success(texts.visit.removed)
      onRemoved()
    },
  })
}

function visitActs(outbox: Outbox | null, client: QueryClient, isSeen: () => boolean): VisitActs {
  const checked = (request: VisitRequest): Outbox => {
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
    keep: async (request) => checked(request).add(request),
    register: async (request) => checked(request).register(request, isSeen),
    undo: (visitId) => withdraw(() => undoVisit(visitId)),
    remove: (visitId) => withdraw(() => deleteVisit(visitId)),
  }
}
