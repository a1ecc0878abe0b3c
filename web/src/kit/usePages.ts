import { useCallback, useEffect, useRef, useState } from 'react'

export interface Page<Item> {
  items: Item[]
  total: number
  nextCursor: string | null
}

interface Pages<Item> {
  items: Item[] | null
  total: number
  nextCursor: string | null
  error: unknown
}

type Update<Item> = (last: Pages<Item>) => Pages<Item>

/** Loads pages. A new `reloadKey` reloads them; the old items stay visible meanwhile. */
export function usePages<Item>(load: (cursor?: string) => Promise<Page<Item>>, reloadKey: unknown) {
  const [pages, setPages] = useState<Pages<Item>>({ items: null, total: 0, nextCursor: null, error: null })
  const [busy, setBusy] = useState(false)
  const [tries, setTries] = useState(0)
  const beginning = useRef(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new key and every try reload
  useEffect(() => {
    let current = true
    beginning.current += 1
    load()
      .then((first) => current && setPages({ ...first, error: null }))
      .catch((error: unknown) => current && setPages((last) => ({ ...last, error })))
    return () => {
      current = false
    }
  }, [load, reloadKey, tries])

  const more = useCallback(async () => {
    if (!pages.nextCursor) return
    const began = beginning.current
    setBusy(true)
    const update = await load(pages.nextCursor).then<Update<Item>, Update<Item>>(
      (next) => (last) => ({ ...next, items: [...(last.items ?? []), ...next.items], error: null }),
      (error: unknown) => (last) => ({ ...last, error }),
    )
    // After a reload, the result of an earlier request is obsolete.
    if (began === beginning.current) setPages(update)
    setBusy(false)
  }, [load, pages.nextCursor])

  return { ...pages, busy, more, retry: () => setTries(tries + 1) }
}
