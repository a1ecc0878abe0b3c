import { useLeaveConfirmation } from '@/lib/useLeaveConfirmation'
import { CopyButton } from './CopyButton'
import { staffTexts as texts } from './staffTexts'

interface SecretOnceProps {
  secret: string
  /** That it is shown this once, and what to do with it. */
  once: string
  copy: string
  copied: string
  failed: string
}

/** Something that is shown this once, large enough to be read out, and copied with one press. Leaving the page asks first. */
export function OneTimeSecret({ secret, once, copy, copied, failed }: SecretOnceProps) {
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
