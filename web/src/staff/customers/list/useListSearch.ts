import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { ListChoice } from '@/api/records'
import { useSearchInput } from '@/lib/useSearchInput'
import { parseListChoice, storeSearch } from '../listSearch'

/** Changes of filters. Undefined removes one. */
export type ChoiceChange = { [Part in keyof ListChoice]: ListChoice[Part] | undefined }

/** Search and filters of the list. They are in the address and in tab storage. */
export function useListSearch() {
  const { q, typedText, type } = useSearchInput()
  const {
    owed,
    notSeenFor,
    birthday,
    sort,
    from: chosenLetter,
  } = parseListChoice(useSearch({ strict: false }))
  // Letters need the order by name, so a search or another order removes the letter.
  const from = q || sort ? undefined : chosenLetter
  const choice = useMemo(
    () => parseListChoice({ owed, notSeenFor, birthday, sort, from }),
    [owed, notSeenFor, birthday, sort, from],
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
  return { q, typedText, type, choice, choose }
}
