import { useCallback, useEffect, useState } from 'react'
import { fetchProofOutcome, preparePhoneProof } from '@/acts/guest/provePhone'
import { pollUntil } from '@/api/pollUntil'
import { waitUntilVisible } from '@/lib/waits'

/** The state of the proof. For `unoffered` the screen shows nothing. */
export type ProofProgress =
  | { state: 'unoffered' | 'renewed' | 'confirmed' | 'replaced' | 'expired' | 'hidden' }
  | { state: 'offered'; link: string; until: number }
  | { state: 'waiting'; link: string; since: number }

const messageTimeout = 10 * 60 * 1000
/** Milliseconds. A link is valid for an hour; the message must arrive within it. */
const linkLifetime = 60 * 60 * 1000 - messageTimeout

/** Lets the customer prove the phone by a message from it. */
export function usePhoneProof(customerId: string) {
  const [progress, setProgress] = useState<ProofProgress>({ state: 'unoffered' })
  const begin = useCallback(
    async (knownState: 'unoffered' | 'confirmed') => setProgress(await prepareOffer(customerId, knownState)),
    [customerId],
  )
  useEffect(() => void begin('unoffered'), [begin])
  const retry = () => void begin('confirmed')

  useEffect(() => {
    if (progress.state !== 'offered') return
    const abort = new AbortController()
    void waitUntilStale(progress.until, abort.signal).then(() => {
      if (abort.signal.aborted) return
      setProgress({ state: 'renewed' })
      void begin('confirmed')
    })
    return () => abort.abort()
  }, [progress, begin])

  const waiting = progress.state === 'waiting'
  useEffect(() => {
    if (!waiting) return
    const abort = new AbortController()
    pollUntil(() => fetchProofOutcome(customerId), messageTimeout, abort.signal)
      .catch(() => null)
      .then((outcome) => {
        if (!abort.signal.aborted) setProgress({ state: outcome ?? 'expired' })
      })
    return () => abort.abort()
  }, [waiting, customerId])

  const wait = () => {
    if (progress.state === 'offered')
      setProgress({ state: 'waiting', link: progress.link, since: Date.now() })
  }
  return { progress, wait, again: retry }
}

/** Resolves once the instant has passed and the page is visible. */
async function waitUntilStale(instant: number, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && (Date.now() < instant || document.visibilityState === 'hidden')) {
    await waitUntilVisible(Math.max(instant - Date.now(), 0) || linkLifetime, signal)
  }
}

/** Prepares the link. `knownState` is the result for a phone that is already verified. */
async function prepareOffer(id: string, knownState: 'unoffered' | 'confirmed'): Promise<ProofProgress> {
  const until = Date.now() + linkLifetime
  const proof = await preparePhoneProof(id).catch(() => null)
  if (proof === 'verified') return { state: knownState }
  return proof === null ? { state: 'unoffered' } : { state: 'offered', link: proof.link, until }
}
