import { useEffect, useRef } from 'react'
import { correctData } from '@/acts/guest/ownData'
import { useAct } from '@/acts/shared/useAct'
import { portalSession } from '@/api/portalSession'
import type { OwnData } from '@/api/types'
import { Button } from '@/kit/Button'
import { Notice } from '@/kit/Notice'
import { errorText } from '@/lib/errors'
import { useWays } from '../signin/useWays'
import { texts } from '../texts'

const words = texts.data.emailQuestion

interface EmailQuestionProps {
  whose: string
  email: string
  onProved: (data: OwnData) => void
  /** It is not hers, or no longer. */
  onChange: () => void
}

/** Asks whether an e-mail that came with the open form is hers, so that she can enter by it; nothing where no mails are sent. */
export function EmailQuestion({ whose, email, onProved, onChange }: EmailQuestionProps) {
  const ways = useWays(portalSession()?.businessId ?? null)
  const prove = useAct(async () => onProved(await correctData(whose, { email })), { leaves: true })
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
      {prove.error && (
        <Notice tone="error" title={texts.data.person.notSaved}>
          {errorText(prove.error)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={prove.isPending} busyLabel={texts.data.person.saving} onClick={() => prove.start()}>
          {words.yes}
        </Button>
        <Button variant="secondary" disabled={prove.isPending} onClick={onChange}>
          {words.change}
        </Button>
      </div>
    </div>
  )
}

/** What she has answered, in the place of the question. */
export function EmailProved() {
  const answer = useRef<HTMLDivElement>(null)
  // The button that was pressed is gone.
  useEffect(() => answer.current?.focus(), [])
  return (
    <div ref={answer} tabIndex={-1} className="mb-5 outline-none">
      <Notice tone="success">{words.proved}</Notice>
    </div>
  )
}
