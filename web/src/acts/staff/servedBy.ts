import { useQueryClient } from '@tanstack/react-query'
import { changeServedBy } from '@/api/colleagues'
import type { Colleague } from '@/api/types'
import { notify } from '@/kit/notify'
import { refreshCustomers } from './refreshCustomers'
import { requireNetwork } from './requireNetwork'
import { useAct } from './useAct'

export const servedByTexts = {
  changed: (name: string) => `Atendió ${name}.`,
  failed: 'No se pudo cambiar quién atendió.',
} as const

interface Correction {
  visitId: string
  colleague: Colleague
}

/** Corrects who did the service of a registered visit. The caller shows the error. */
export function useChangeServedBy(onChanged: (colleague: Colleague) => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ visitId, colleague }: Correction) => {
      requireNetwork()
      return changeServedBy(visitId, colleague.id)
    },
    onSuccess: (_answer, { colleague }) => {
      notify.success(servedByTexts.changed(colleague.name), colleague.name)
      onChanged(colleague)
    },
    onSettled: () => refreshCustomers(client),
  })
}
