import { useEffect, useState } from 'react'
import { cacheCard, readCachedCard } from '@/api/cardCache'
import { followCard } from '@/api/followCard'
import { readPortalSession } from '@/api/portalSession'
import type { Own } from '@/api/types'

export interface LiveCard {
  own: Own | null
  /** When the card was loaded, in milliseconds. */
  at: number
  /** True if the card came from the server after the page opened; false if from the cache. */
  isFresh: boolean
  /** The card before its last stamp on this page. */
  before: Own | null
  trouble: unknown
  retry: () => void
}

type CardState = Omit<LiveCard, 'retry'>

/** Follows the open card. Calls `onRefused` when the session is no longer valid. */
export function useLiveCard(onRefused: () => void): LiveCard {
  const [state, setState] = useState<CardState>(readCached)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every try starts again
  useEffect(() => {
    const end = new AbortController()
    const of = readPortalSession()?.customerId
    const take = (own: Own) => {
      const at = Date.now()
      // Another tab may have opened another card meanwhile.
      if (readPortalSession()?.customerId === of) cacheCard(own, at)
      setState((last) => ({ own, at, isFresh: true, before: beforeStamp(last, own), trouble: null }))
    }
    void followCard(
      {
        onCard: take,
        onTrouble: (trouble) => setState((last) => ({ ...last, trouble })),
        onRefused,
      },
      end.signal,
    )
    return () => end.abort()
  }, [tries, onRefused])
  return { ...state, retry: () => setTries(tries + 1) }
}

function readCached(): CardState {
  const { own, at } = readCachedCard() ?? { own: null, at: 0 }
  return { own, at, isFresh: false, before: null, trouble: null }
}

function beforeStamp({ own: last, before, isFresh }: CardState, now: Own): Own | null {
  // A cached card may be weeks old, so a difference from it is no new stamp.
  if (!isFresh || !last?.progress || last.progress.cardId !== now.progress?.cardId) return null
  if (now.progress.count > last.progress.count) return last
  return now.progress.count < last.progress.count ? null : before
}
