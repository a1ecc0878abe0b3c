import { useLeaveConfirmation } from '@/lib/useLeaveConfirmation'
import { CopyButton } from './CopyButton'
import { staffTexts as texts } from './staffTexts'

interface OneTimeSecretProps {
  secret: string
  once: string
  copy: string
  copied: string
  failed: string
}

/** Shows a secret once. Leaving the page asks for confirmation. */
export function OneTimeSecret({ secret, once, copy, copied, failed }: OneTimeSecretProps) {
  useLeaveConfirmation(texts.leaveSecret)
  return (
    <>
      <p
        translate="no"
        className="rounded-box border border-field bg-well px-4 py-3 text-center font-mono text-title select-all [overflow-wrap:anywhere]"
      >
        {secret}
      </p>
      <p>{once}</p>
      <CopyButton text={secret} label={copy} copied={copied} failed={failed} />
    </>
  )
}
