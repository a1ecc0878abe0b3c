import { useEffect, useState } from 'react'
import { copyText } from '@/lib/clipboard'
import { notify } from './notify'

const confirmedFor = 1200

/** Copies a text; `done` for the moment in which that is confirmed. */
export function useCopy(text: string, failed: string) {
  const [done, setDone] = useState(false)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), confirmedFor)
    return () => clearTimeout(timer)
  }, [done])

  const copy = async () => {
    if (await copyText(text)) setDone(true)
    else notify.error(failed)
  }
  return { done, copy }
}
