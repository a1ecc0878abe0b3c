import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { ListChoice } from '@/api/records'
import { useTypedSearch } from '@/lib/useTypedSearch'
import { parseListChoice, storeSearch } from '../listSearch'

/** A part of the choice; undefined takes it back. */
export type ChoiceChange = { [Part in keyof ListChoice]: ListChoice[Part] | undefined }

/** What is listed: it stands in the address, and the tab remembers it. */
export function useListSearch() {
  const { q, typed, type } = useTypedSearch()
  const { owed, notSeenFor, birthday, sort } = parseListChoice(useSearch({ strict: false }))
  const choice = useMemo(
    () => parseListChoice({ owed, notSeenFor, birthday, sort }),
    [owed, notSeenFor, birthday, sort],
  )
  const navigate = useNavigate()
  const choose = (change: ChoiceChange) =>
    void navigate({
      to: '.',
      search: (others) => ({ ...others, ...change }),
      replace: true,
      resetScroll: false,
    })
  useEffect(() => storeSearch({ q, ...choice }), [q, choice])
  return { q, typed, type, choice, choose }
}
