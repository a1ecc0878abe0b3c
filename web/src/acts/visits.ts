import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import { deleteVisit, undoVisit } from '@/api/records'
import { customersChanged } from './changed'
import { refuseOffline } from './network'
import { useOutbox } from './outbox/OutboxProvider'
import type { Outbox, VisitOutcome } from './outbox/outbox'
import type { VisitRequest } from './outbox/waitingVisit'

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

function visitActs(outbox: Outbox | null, client: QueryClient, isSeen: () => boolean): VisitActs {
  const checked = (request: VisitRequest): Outbox => {
    if (!outbox) throw new Error('a visit needs a business')
    if (request.authorized) refuseOffline()
    return outbox
  }
  const withdraw = async (call: () => Promise<unknown>) => {
    try {
      await call()
    } finally {
      await customersChanged(client)
    }
  }
  return {
    keep: async (request) => checked(request).add(request),
    register: async (request) => checked(request).register(request, isSeen),
    undo: (visitId) => withdraw(() => undoVisit(visitId)),
    remove: (visitId) => withdraw(() => deleteVisit(visitId)),
  }
}
