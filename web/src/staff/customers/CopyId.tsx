import { Check, Copy } from 'lucide-react'
import { IconButton } from '@/kit/IconButton'
import { notify } from '@/kit/notify'
import { useCopy } from '@/kit/useCopy'
import { texts } from './texts'

export function CopyId({ id, name }: { id: string; name: string }) {
  const { done, copy } = useCopy(id)
  const copyOrTell = async () => {
    if (!(await copy())) notify.error(texts.id.failed)
  }
  const Icon = done ? Check : Copy
  return (
    <span className="inline-flex items-center">
      <IconButton
        label={texts.id.copy(name)}
        icon={<Icon aria-hidden="true" className={done ? 'size-4 text-accent' : 'size-4'} />}
        onClick={() => void copyOrTell()}
      />
      <span role="status" className="text-small font-semibold text-accent">
        {done && texts.id.copied}
      </span>
    </span>
  )
}
