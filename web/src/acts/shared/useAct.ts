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
  leaves?: boolean
  /** Why a try before this screen failed. */
  failedBefore?: Error | null
}

const idle = { isPending: false, pending: null, error: null }

/**
 * Runs an act of a screen, one at a time: whether it is under way, and why it failed. For the customers' app and the screens
 * that both apps have, which do without the cache that the acts of the staff change.
 */
export function useAct<Wanted = void>(
  act: (wanted: Wanted) => Promise<unknown>,
  { leaves = false, failedBefore = null }: Options = {},
) {
  const [state, setState] = useState<State<Wanted>>({ ...idle, error: failedBefore })
  const isUnderWay = useRef(false)
  const start = async (wanted: Wanted) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setState({ isPending: true, pending: wanted, error: null })
    try {
      await act(wanted)
      if (leaves) return
      setState(idle)
    } catch (error) {
      setState({ ...idle, error: error instanceof Error ? error : new Error(String(error)) })
    }
    isUnderWay.current = false
  }
  return {
    ...state,
    start: (wanted: Wanted) => void start(wanted),
    /** Forgets why it failed. */
    reset: () => setState((last) => ({ ...last, error: null })),
  }
}
