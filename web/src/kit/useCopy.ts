import { useEffect, useState } from 'react'
import { copyText } from '@/lib/clipboard'

/** Milliseconds. */
const confirmationTime = 1200

/** `done` is true for a moment after copying, `failed` until the next attempt. */
export function useCopy(text: string) {
  const [done, setDone] = useState(false)
  const [failed, setFailed] = useState(false)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), confirmationTime)
    return () => clearTimeout(timer)
  }, [done])

  const copy = async () => {
    const copied = await copyText(text)
    setDone(copied)
    setFailed(!copied)
    return copied
  }
  return { done, failed, copy }
}
