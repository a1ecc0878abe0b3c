import { useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { unwrap } from '@/api/client'
import { firstStepsQuery } from '@/api/firstSteps'
import type { FirstStep, FirstSteps } from '@/api/types'
import { notify } from '@/kit/notify'
import { errorText } from '@/lib/errors'
import { useAct } from './useAct'

const failureText = 'No se pudo guardar.'

export function useMarkFirstStep() {
  return useChange((body: { step: FirstStep['step']; done: boolean }) =>
    unwrap(api.POST('/business/first-steps', { body })),
  )
}

export function useHideFirstSteps() {
  return useChange((hidden: boolean) => unwrap(api.PATCH('/business/first-steps', { body: { hidden } })))
}

function useChange<Change>(send: (change: Change) => Promise<FirstSteps>) {
  const client = useQueryClient()
  const { queryKey } = firstStepsQuery()
  return useAct({
    mutationFn: send,
    onSuccess: (steps) => client.setQueryData(queryKey, steps),
    onError: (error) => notify.error(errorText(error, failureText)),
  })
}
