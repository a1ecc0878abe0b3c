import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import type { ListChoice } from '@/api/records'
import { useSearchInput } from '@/lib/useSearchInput'
import { listChoiceIn, rememberSearch } from '../listSearch'

/** A part of the choice; undefined takes it back. */
export type ChangedChoice = { [Part in keyof ListChoice]: ListChoice[Part] | undefined }

/** What is listed: it stands in the address, and the tab remembers it. */
export function useListSearch() {
  const { q, typed, type } = useSearchInput()
  const { owed, notSeenFor, birthday, sort } = listChoiceIn(useSearch({ strict: false }))
  const choice = useMemo(
    () => listChoiceIn({ owed, notSeenFor, birthday, sort }),
    [owed, notSeenFor, birthday, sort],
  )
  const navigate = useNavigate()
  const choose = (change: ChangedChoice) =>
    void navigate({
      to: '.',
      search: (others) => ({ ...others, ...change }),
      replace: true,
      resetScroll: false,
    })
  useEffect(() => rememberSearch({ q, ...choice }), [q, choice])
  return { q, typed, type, choice, choose }
}
