import { Check, Copy } from 'lucide-react'
import { notify } from '@/kit/notify'
import { useCopy } from '@/kit/useCopy'
import { texts } from '../texts'

export function CopyAct({ id, name }: { id: string; name: string }) {
  const { done, copy } = useCopy(id)
  const copyOrTell = async () => {
    if (!(await copy())) notify.error(texts.id.failed)
  }
  const Icon = done ? Check : Copy
  return (
    <span className="relative inline-flex">
      <button
        type="button"
        aria-label={texts.id.copy(name)}
        className="row-act"
        onClick={() => void copyOrTell()}
      >
        <Icon aria-hidden="true" className={done ? 'size-5 text-accent' : 'size-5'} />
        <span className="act-name">{texts.id.label}</span>
      </button>
      <span role="status" className="act-said">
        {done && texts.id.copied}
      </span>
    </span>
  )
}
