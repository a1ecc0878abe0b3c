import { useCallback, useEffect, useRef, useState } from 'react'

interface Options<Answer> {
  /** A new key fetches again. */
  key?: string | null
  /** Data from the server's rendering. With them nothing is fetched. */
  initialData?: Answer | undefined
  /** True fetches only on `refetch`. */
  isManual?: boolean
}

interface State<Answer> {
  data: Answer | undefined
  error: unknown
}

/** Fetches data. Old data stay visible during a refetch. Responses to earlier requests are ignored. */
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
