import { useEffect, useState } from 'react'
import type { Own } from '@/api/types'
import { followCard } from './followCard'

/** The customer and her card as they are known now. */
export interface OwnState {
  own: Own | null
  /** The card as it was before its last stamp was added, while the page is open. */
  before: Own | null
  /** Why there is no news. */
  trouble: unknown
  retry: () => void
}

/** Follows the card of whoever is signed in; `onRefused` is told when the server no longer knows her. */
export function useOwn(onRefused: () => void): OwnState {
  const [known, setKnown] = useState<Omit<OwnState, 'retry'>>({ own: null, before: null, trouble: null })
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every try begins anew
  useEffect(() => {
    const end = new AbortController()
    void followCard(
      {
        onCard: (own) => setKnown((last) => ({ own, before: beforeStamp(last, own), trouble: null })),
        onTrouble: (trouble) => setKnown((last) => ({ ...last, trouble })),
        onRefused,
      },
      end.signal,
    )
    return () => end.abort()
  }, [tries, onRefused])
  return { ...known, retry: () => setTries(tries + 1) }
}

function beforeStamp({ own: last, before }: Pick<OwnState, 'own' | 'before'>, now: Own): Own | null {
  if (!last?.progress || last.progress.cardId !== now.progress?.cardId) return null
  if (now.progress.count > last.progress.count) return last
  return now.progress.count < last.progress.count ? null : before
}
