import { useEffect, useRef, useState } from 'react'
import { portalSession } from '@/api/portalSession'
import type { OwnData } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Notice } from '@/ui/Notice'
import { correct, mustBeOpen } from './ownData'
import { useWays } from './signInByMessage'
import { texts } from './texts'

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
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>(null)
  if (!ways.email) return null
  const prove = async () => {
    if (busy) return
    setBusy(true)
    setFailure(null)
    try {
      mustBeOpen(whose)
      onProved(await correct({ email }))
    } catch (error) {
      setFailure(error)
      setBusy(false)
    }
  }
  return (
    <div className="mb-5 grid gap-3 rounded-box border border-rule bg-well p-4">
      <p className="grid gap-1">
        <strong>{words.question}</strong>
        <span translate="no" className="[overflow-wrap:anywhere]">
          {email}
        </span>
        <span className="text-ink-soft">{words.why}</span>
      </p>
      {failure !== null && (
        <Notice tone="error" title={texts.data.person.notSaved}>
          {errorText(failure)}
        </Notice>
      )}
      <div className="flex flex-wrap gap-2">
        <Button busy={busy} busyLabel={texts.data.person.saving} onClick={() => void prove()}>
          {words.yes}
        </Button>
        <Button variant="secondary" disabled={busy} onClick={onChange}>
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
