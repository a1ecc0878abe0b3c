import { type UseMutationOptions, type UseMutationResult, useMutation } from '@tanstack/react-query'
import { useCallback, useRef } from 'react'

/**
 * A mutation that ignores a second start with the same variables while it runs, such as that of a double click.
 * `isPending` changes only with the next rendering, which is too late.
 */
export function useAct<Data = unknown, Variables = void, Context = unknown>(
  options: UseMutationOptions<Data, Error, Variables, Context>,
): UseMutationResult<Data, Error, Variables, Context> {
  const running = useRef(new Set<string>())
  const mutation = useMutation<Data, Error, Variables, Context>({
    ...options,
    onSettled: (...settled) => {
      running.current.delete(identify(settled[2]))
      return options.onSettled?.(...settled)
    },
  })
  const start = mutation.mutate
  const mutate = useCallback<typeof start>(
    (...input) => {
      const act = identify(input[0])
      if (running.current.has(act)) return
      running.current.add(act)
      start(...input)
    },
    [start],
  )
  return { ...mutation, mutate }
}

function identify(variables: unknown): string {
  const json = JSON.stringify(variables, (_name, value: unknown) =>
    value instanceof File ? [value.name, value.size, value.lastModified] : value,
  )
  return json ?? ''
}
