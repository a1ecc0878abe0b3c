import { useCallback, useEffect, useRef, useState } from 'react'

interface Options<Answer> {
  /** What the question is about: another key asks anew. */
  key?: string | null
  /** What is known already: then nothing is asked. */
  initialData?: Answer | undefined
  /** Nothing is asked before `refetch`. */
  isManual?: boolean
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
export function useFetch<Answer>(
  fetchData: () => Promise<Answer>,
  { key = null, initialData, isManual = false }: Options<Answer> = {},
) {
  const [state, setState] = useState<State<Answer>>({ data: initialData, error: null })
  const latest = useRef(fetchData)
  const requestId = useRef(0)
  const isAutomatic = initialData === undefined && !isManual
  useEffect(() => {
    latest.current = fetchData
  })
  const setData = useCallback((data: Answer | undefined) => setState({ data, error: null }), [])
  const refetch = useCallback(async () => {
    requestId.current += 1
    const id = requestId.current
    setState((last) => ({ ...last, error: null }))
    try {
      const data = await latest.current()
      if (id === requestId.current) setData(data)
    } catch (error) {
      if (id === requestId.current) setState((last) => ({ ...last, error }))
    }
  }, [setData])
  const lastKey = useRef(key)
  useEffect(() => {
    if (lastKey.current !== key) setData(undefined)
    lastKey.current = key
    if (isAutomatic) void refetch()
    return () => {
      requestId.current += 1
    }
  }, [key, isAutomatic, refetch, setData])
  return { ...state, refetch, setData }
}
