import { Check, Copy } from 'lucide-react'
import { Button } from './Button'
import type { ButtonLook } from './buttonLook'
import { useCopy } from './useCopy'

interface CopyButtonProps {
  text: string
  label: string
  copied: string
  failed: string
  variant?: ButtonLook['variant']
}

/** Copies a text. The result is shown in the label, because guest pages have no toasts. */
export function CopyButton({ text, label, copied, failed, variant = 'primary' }: CopyButtonProps) {
  const { done, failed: hasFailed, copy } = useCopy(text)
  const Icon = done ? Check : Copy
  return (
    <>
      <Button
        wide
        variant={variant}
        onClick={() => void copy()}
        icon={<Icon aria-hidden="true" className="size-5" />}
      >
        {done ? copied : label}
      </Button>
      <span role="status" className={hasFailed ? 'text-refused' : 'sr-only'}>
        {hasFailed ? failed : done && copied}
      </span>
    </>
  )
}
