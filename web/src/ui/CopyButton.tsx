import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '@/lib/clipboard'
import { Button } from './Button'
import { notify } from './notify'

const confirmedFor = 1200

interface CopyButtonProps {
  /** What is copied. */
  text: string
  label: string
  copied: string
  failed: string
}

/** Copies a text and says so for a moment. It is wide, so that its other words do not move anything. */
export function CopyButton({ text, label, copied, failed }: CopyButtonProps) {
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
  const Icon = done ? Check : Copy
  return (
    <>
      <Button wide onClick={copy} icon={<Icon aria-hidden="true" className="size-5" />}>
        {done ? copied : label}
      </Button>
      <span role="status" className="sr-only">
        {done && copied}
      </span>
    </>
  )
}
