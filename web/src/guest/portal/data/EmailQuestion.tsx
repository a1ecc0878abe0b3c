import { useEffect, useRef } from 'react'
import { correctData } from '@/acts/guest/ownData'
import { useAction } from '@/acts/shared/useAction'
import { readPortalSession } from '@/api/portalSession'
import type { OwnData } from '@/api/types'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { useSignInWays } from '../signin/useSignInWays'
import { texts } from '../texts'

const words = texts.data.emailQuestion

interface EmailQuestionProps {
  customerId: string
  email: string
  onConfirmed: (data: OwnData) => void
  /** Called when the customer wants to enter another e-mail. */
  onChange: () => void
}

/** Asks whether the e-mail is right. Shows nothing if the server sends no e-mails. */
export function EmailQuestion({ customerId, email, onConfirmed, onChange }: EmailQuestionProps) {
  const ways = useSignInWays(readPortalSession()?.businessId ?? null)
  const confirm = useAction(async () => onConfirmed(await correctData(customerId, { email })), {
    staysBusy: true,
  })
  if (!ways.email) return null
  return (
    <div className="mb-5 grid gap-3 rounded-box border border-rule bg-well p-4">
      <p className="grid gap-1">
        <strong>{words.question}</strong>
        <span translate="no" className="[overflow-wrap:anywhere]">
          {email}
        </span>
        <span className="text-ink-soft">{words.why}</span>
      </p>
      {confirm.error && (
        <Notice tone="error" title={texts.data.person.notSaved}>
          {errorText(confirm.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={confirm.isPending} busyLabel={texts.data.person.saving} onClick={() => confirm.start()}>
          {words.yes}
        </Button>
        <Button variant="secondary" disabled={confirm.isPending} onClick={onChange}>
          {words.change}
        </Button>
      </div>
    </div>
  )
}

export function EmailConfirmed() {
  const answer = useRef<HTMLDivElement>(null)
  // Takes the focus, because the pressed button is gone.
  useEffect(() => answer.current?.focus(), [])
  return (
    <div ref={answer} tabIndex={-1} className="mb-5 outline-none">
      <Notice tone="success">{words.proved}</Notice>
    </div>
  )
}
