import { useEffect, useState } from 'react'
import { cacheCard, readCachedCard } from '@/api/cardCache'
import { followCard } from '@/api/followCard'
import { readPortalSession } from '@/api/portalSession'
import type { Own } from '@/api/types'

/** The customer and her card as they are known now. */
export interface LiveCard {
  own: Own | null
  /** When that was so, in milliseconds. */
  at: number
  /** Whether the server has said so since the page was opened; else it is what the device has kept. */
  isFresh: boolean
  /** The card as it was before its last stamp was added, while the page is open. */
  before: Own | null
  /** Why there is no news. */
  trouble: unknown
  retry: () => void
}

type CardState = Omit<LiveCard, 'retry'>

/** Follows the card of whoever is signed in; `onRefused` is told when the server no longer knows her. */
export function useLiveCard(onRefused: () => void): LiveCard {
  const [state, setState] = useState<CardState>(readCached)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every try begins anew
  useEffect(() => {
    const end = new AbortController()
    const of = readPortalSession()?.customerId
    const take = (own: Own) => {
      const at = Date.now()
      // Another card may have been opened in another tab.
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
  // What the device has kept may be of weeks ago: a stamp since then is no news.
  if (!isFresh || !last?.progress || last.progress.cardId !== now.progress?.cardId) return null
  if (now.progress.count > last.progress.count) return last
  return now.progress.count < last.progress.count ? null : before
}
