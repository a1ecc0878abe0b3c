import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { copyText } from '@/lib/clipboard'
import { IconButton } from '@/ui/IconButton'
import { notify } from '@/ui/notify'
import { texts } from './texts'

const confirmedFor = 1200

/** Copies a customer's id and says so for a moment. */
export function CopyId({ id, name }: { id: string; name: string }) {
  const [done, setDone] = useState(false)

  useEffect(() => {
    if (!done) return
    const timer = setTimeout(() => setDone(false), confirmedFor)
    return () => clearTimeout(timer)
  }, [done])

  const copy = async () => {
    if (await copyText(id)) setDone(true)
    else notify.error(texts.id.failed)
  }
  const Icon = done ? Check : Copy
  return (
    <span className="inline-flex items-center">
      <IconButton
        label={texts.id.copy(name)}
        icon={<Icon aria-hidden="true" className={done ? 'size-4 text-accent' : 'size-4'} />}
        onClick={copy}
      />
      <span role="status" className="text-small font-semibold text-accent">
        {done && texts.id.copied}
      </span>
    </span>
  )
}
