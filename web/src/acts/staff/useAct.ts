import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that, while its last start runs, ignores another with the same variables, such as that of a double
 * click. `isPending` changes only with the next rendering, which is too late. All files count as the same.
 */
export function useAct<Data = unknown, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const startedAct = useRef<string | null>(null)
  const mutation = useMutation<Data, Error, Variables, Context>({
    ...options,
    onSettled: (...args) => {
      if (startedAct.current === identify(args[2])) startedAct.current = null
      return options.onSettled?.(...args)
    },
  })
  const mutate: typeof mutation.mutate = (...input) => {
    const act = identify(input[0])
    if (startedAct.current === act) return
    startedAct.current = act
    mutation.mutate(...input)
  }
  return { ...mutation, mutate }
}

function identify(variables: unknown): string {
  return JSON.stringify(variables) ?? ''
}
