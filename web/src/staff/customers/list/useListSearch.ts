import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { ListChoice } from '@/api/records'
import { useSearchInput } from '@/lib/useSearchInput'
import { parseListChoice, storeSearch } from '../listSearch'

/** ChoiceChange changes filters; undefined clears one. */
export type ChoiceChange = { [Part in keyof ListChoice]: ListChoice[Part] | undefined }

/** useListSearch keeps text and filters in the address and in tab storage. */
export function useListSearch() {
  const { q, typed, type } = useSearchInput()
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
