import { Check, Copy } from 'lucide-react'
import { Button } from './Button'
import { useCopy } from './useCopy'

interface CopyButtonProps {
  /** What is copied. */
  text: string
  label: string
  copied: string
  failed: string
}

/** Copies a text and says so for a moment. It is wide, so that its other words do not move anything. */
export function CopyButton({ text, label, copied, failed }: CopyButtonProps) {
  const { done, copy } = useCopy(text, failed)
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
