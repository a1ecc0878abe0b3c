import { useRef, useState } from 'react'

interface State<Wanted> {
  isPending: boolean
  /** What is wanted of the act that is under way; null while none is. */
  pending: Wanted | null
  /** Why it failed last, until it is tried again. */
  error: Error | null
}

interface Options {
  /** The screen is left once the act is done, so that it stays busy. */
  staysBusy?: boolean
  /** Why a try before this screen failed. */
  initialError?: Error | null
}

const idle = { isPending: false, pending: null, error: null }

/**
 * Runs an act of a screen, one at a time: whether it is under way, and why it failed. For the customers' app and the screens
 * that both apps have, which do without the cache that the acts of the staff change.
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
    /** Forgets why it failed. */
    reset: () => setState((last) => ({ ...last, error: null })),
  }
}
