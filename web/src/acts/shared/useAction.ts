import { useRef, useState } from 'react'

interface State<Wanted> {
  isPending: boolean
  pending: Wanted | null
  error: Error | null
}

interface Options {
  /** Whether the action stays pending after success, because the screen is about to close. */
  staysBusy?: boolean
  /** An error that the server rendered, shown until the first run. */
  initialError?: Error | null
}

const idle = { isPending: false, pending: null, error: null }

/** Runs one action at a time. Guest screens use it, because React Query would enlarge their bundle. */
export function useAction<Wanted = void>(
  run: (input: Wanted) => Promise<unknown>,
  { staysBusy = false, initialError = null }: Options = {},
) {
  const [state, setState] = useState<State<Wanted>>({ ...idle, error: initialError })
  const isUnderWay = useRef(false)
  const start = async (input: Wanted) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setState({ isPending: true, pending: input, error: null })
    try {
      await run(input)
      if (staysBusy) return
      setState(idle)
    } catch (error) {
      setState({ ...idle, error: error instanceof Error ? error : new Error(String(error)) })
    }
    isUnderWay.current = false
  }
  return {
    ...state,
    start: (input: Wanted) => void start(input),
    reset: () => setState((last) => ({ ...last, error: null })),
  }
}
