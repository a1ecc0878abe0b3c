import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useState } from 'react'

/**
 * A mutation that ignores a second start with the same variables while it runs, such as that of a double click.
 * `isPending` changes only with the next rendering, which is too late. All files count as the same.
 */
export function useAct<Data = unknown, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const [running] = useState(() => new Set<string>())
  const mutation = useMutation<Data, Error, Variables, Context>({
    ...options,
    onSettled: (...settled) => {
      running.delete(JSON.stringify(settled[2]))
      return options.onSettled?.(...settled)
    },
  })
  const mutate: typeof mutation.mutate = (...input) => {
    const act = JSON.stringify(input[0])
    if (running.has(act)) return
    running.add(act)
    mutation.mutate(...input)
  }
  return { ...mutation, mutate }
}
