import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { customerQueries, registerVisitByPhone } from '@/api/customers'
import { isUnanswered } from '@/api/error'
import { newIdempotencyKey } from '@/lib/ids'

interface ManualVisit {
  phone: string
  notes: string
}

/** Registers visits by phone. A visit that got no answer keeps its key, so that trying again counts it once. */
export function useManualVisit() {
  const queryClient = useQueryClient()
  const unsent = useRef<{ visit: string; key: string } | null>(null)
  return useMutation({
    mutationFn: ({ phone, notes }: ManualVisit) => {
      const visit = JSON.stringify([phone, notes])
      if (unsent.current?.visit !== visit) unsent.current = { visit, key: newIdempotencyKey() }
      return registerVisitByPhone(phone, { key: unsent.current.key, ...(notes && { notes }) })
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: customerQueries.all() }),
    onSettled: (_answer, error) => {
      if (!isUnanswered(error)) unsent.current = null
    },
  })
}
