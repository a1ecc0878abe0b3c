import { useCallback, useEffect, useRef, useState } from 'react'

interface Options<Answer> {
  /** What the question is about: another key asks anew. */
  key?: string | null
  /** What is known already: then nothing is asked. */
  known?: Answer | undefined
  /** Nothing is asked before `refetch`. */
  onDemand?: boolean
}

interface State<Answer> {
  /** The answer; undefined until there is one. */
  data: Answer | undefined
  /** Why there is no newer answer; null where nothing failed. */
  error: unknown
}

/**
 * Asks for what a screen shows, once it opens. What is shown stays until a newer answer is there. An answer to an earlier
 * question is dropped.
 */
export function useAsked<Answer>(
  ask: () => Promise<Answer>,
  { key = null, known, onDemand = false }: Options<Answer> = {},
) {
  const [state, setState] = useState<State<Answer>>({ data: known, error: null })
  const latest = useRef(ask)
  const turn = useRef(0)
  const isAsked = known === undefined && !onDemand
  useEffect(() => {
    latest.current = ask
  })
  const setData = useCallback((data: Answer | undefined) => setState({ data, error: null }), [])
  const refetch = useCallback(async () => {
    turn.current += 1
    const mine = turn.current
    setState((last) => ({ ...last, error: null }))
    try {
      const data = await latest.current()
      if (mine === turn.current) setData(data)
    } catch (error) {
      if (mine === turn.current) setState((last) => ({ ...last, error }))
    }
  }, [setData])
  const askedFor = useRef(key)
  useEffect(() => {
    if (askedFor.current !== key) setData(undefined)
    askedFor.current = key
    if (isAsked) void refetch()
    return () => {
      turn.current += 1
    }
  }, [key, isAsked, refetch, setData])
  return { ...state, refetch, setData }
}
