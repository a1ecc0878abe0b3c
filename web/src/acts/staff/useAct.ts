import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that, while its last start runs, ignores another with the same variables, such as that of a double
 * click. `isPending` changes only with the next rendering, which is too late. All files count as the same.
 */
export function useAct<Data = unknown, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const started = useRef<string | null>(null)
  const mutation = useMutation<Data, Error, Variables, Context>({
    ...options,
    onSettled: (...settled) => {
      if (started.current === identify(settled[2])) started.current = null
      return options.onSettled?.(...settled)
    },
  })
  const mutate: typeof mutation.mutate = (...input) => {
    const act = identify(input[0])
    if (started.current === act) return
    started.current = act
    mutation.mutate(...input)
  }
  return { ...mutation, mutate }
}

function identify(variables: unknown): string {
  return JSON.stringify(variables) ?? ''
}
