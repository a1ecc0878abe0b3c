import { useCallback, useEffect, useState } from 'react'
import { askUntil } from '@/api/askUntil'
import { answer } from '@/api/client'
import { publicApi } from '@/api/public'

/** How far a customer has come with proving her phone; `unoffered` says nothing, since she can do without. */
export type ProofProgress =
  | { state: 'unoffered' | 'confirmed' | 'expired' }
  | { state: 'offered' | 'waiting'; link: string }

const patience = 10 * 60 * 1000

/** The proof of a customer's phone by a message that she sends. */
export function usePhoneProof(customerId: string) {
  const [progress, setProgress] = useState<ProofProgress>({ state: 'unoffered' })
  const ask = useCallback(async () => {
    const link = await linkFor(customerId).catch(() => null)
    setProgress(link === null ? { state: 'unoffered' } : { state: 'offered', link })
  }, [customerId])
  useEffect(() => void ask(), [ask])

  const waiting = progress.state === 'waiting'
  useEffect(() => {
    if (!waiting) return
    const left = new AbortController()
    askUntil(() => isVerified(customerId), patience, left.signal)
      .catch(() => null)
      .then((verified) => {
        if (!left.signal.aborted) setProgress({ state: verified ? 'confirmed' : 'expired' })
      })
    return () => left.abort()
  }, [waiting, customerId])

  const wait = () => {
    if (progress.state === 'offered') setProgress({ state: 'waiting', link: progress.link })
  }
  return { progress, wait, ask }
}

const params = (id: string) => ({ params: { path: { id } } })

/** The link with the message to send; `null` when there is nothing to prove or no number to write to. */
async function linkFor(id: string): Promise<string | null> {
  const { verified, offered } = await answer(publicApi.GET('/public/customers/{id}/phone-proof', params(id)))
  if (verified || !offered) return null
  const { link } = await answer(publicApi.POST('/public/customers/{id}/phone-proof', params(id)))
  return link
}

async function isVerified(id: string): Promise<true | null> {
  const { verified } = await answer(publicApi.GET('/public/customers/{id}/phone-proof', params(id)))
  return verified || null
}
