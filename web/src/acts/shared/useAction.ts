import { useRef, useState } from 'react'

interface State<Wanted> {
  isPending: boolean
  /** The input of the running action; null while idle. */
  pending: Wanted | null
  /** The last error, until the next run. */
  error: Error | null
}

interface Options {
  /** Stays pending after success, because the screen is left. */
  staysBusy?: boolean
  /** An error from before this screen. */
  initialError?: Error | null
}

const idle = { isPending: false, pending: null, error: null }

/**
 * Runs one action at a time and exposes its pending state and error. Screens of customers use it instead of React
 * Query, which would enlarge their bundle.
 */
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
