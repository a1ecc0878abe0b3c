import { useEffect, useState } from 'react'
import { followCard } from '@/api/followCard'
import { keepCard, keptCard } from '@/api/keptCard'
import { portalSession } from '@/api/portalSession'
import type { Own } from '@/api/types'

/** The customer and her card as they are known now. */
export interface OwnState {
  own: Own | null
  /** When that was so, in milliseconds. */
  at: number
  /** Whether the server has said so since the page was opened; else it is what the device has kept. */
  isTold: boolean
  /** The card as it was before its last stamp was added, while the page is open. */
  before: Own | null
  /** Why there is no news. */
  trouble: unknown
  retry: () => void
}

type Known = Omit<OwnState, 'retry'>

/** Follows the card of whoever is signed in; `onRefused` is told when the server no longer knows her. */
export function useOwn(onRefused: () => void): OwnState {
  const [known, setKnown] = useState<Known>(fromDevice)
  const [tries, setTries] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every try begins anew
  useEffect(() => {
    const end = new AbortController()
    const of = portalSession()?.customerId
    const take = (own: Own) => {
      const at = Date.now()
      // Another card may have been opened in another tab.
      if (portalSession()?.customerId === of) keepCard(own, at)
      setKnown((last) => ({ own, at, isTold: true, before: beforeStamp(last, own), trouble: null }))
    }
    void followCard(
      {
        onCard: take,
        onTrouble: (trouble) => setKnown((last) => ({ ...last, trouble })),
        onRefused,
      },
      end.signal,
    )
    return () => end.abort()
  }, [tries, onRefused])
  return { ...known, retry: () => setTries(tries + 1) }
}

function fromDevice(): Known {
  const { own, at } = keptCard() ?? { own: null, at: 0 }
  return { own, at, isTold: false, before: null, trouble: null }
}

function beforeStamp({ own: last, before, isTold }: Known, now: Own): Own | null {
  // What the device has kept may be of weeks ago: a stamp since then is no news.
  if (!isTold || !last?.progress || last.progress.cardId !== now.progress?.cardId) return null
  if (now.progress.count > last.progress.count) return last
  return now.progress.count < last.progress.count ? null : before
}
