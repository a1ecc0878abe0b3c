import { useState } from 'react'

interface State {
  isPending: boolean
  /** Why it has failed, until it is tried again. */
  error: Error | null
}

const idle: State = { isPending: false, error: null }

/**
 * An act after which the screen is left, so that it stays busy once it is done. For screens that the customers' app has
 * too, which is without what other acts of the staff stand on.
 */
export function useAct<Wanted>(act: (wanted: Wanted) => Promise<void>) {
  const [state, setState] = useState(idle)
  const start = async (wanted: Wanted) => {
    setState({ isPending: true, error: null })
    try {
      await act(wanted)
    } catch (error) {
      setState({ isPending: false, error: error as Error })
    }
  }
  return { ...state, start: (wanted: Wanted) => void start(wanted), reset: () => setState(idle) }
}
