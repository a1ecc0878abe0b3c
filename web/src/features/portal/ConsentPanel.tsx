import { useState } from 'react'
import type { OwnData } from '@/api/types'
import { localDay, sayDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { isMinor } from '@/lib/minors'
import { Checkbox } from '@/ui/Checkbox'
import { Notice } from '@/ui/Notice'
import { Panel } from '@/ui/Panel'
import { type Purpose, setConsent } from './ownData'
import { texts } from './texts'

const words = texts.data.consents

interface ConsentPanelProps {
  data: OwnData
  onChanged: (data: OwnData) => void
}

/** What the customer has accepted, each purpose with its date and its switch. */
export function ConsentPanel({ data, onChanged }: ConsentPanelProps) {
  const [busy, setBusy] = useState<Purpose | null>(null)
  const [failure, setFailure] = useState<unknown>(null)
  const change = async (kind: Purpose, granted: boolean) => {
    if (busy) return
    setBusy(kind)
    setFailure(null)
    try {
      onChanged(await setConsent(kind, granted))
    } catch (error) {
      setFailure(error)
    }
    setBusy(null)
  }
  const dayOf = (at: string) => sayDay(localDay(new Date(at), data.timezone))
  const isForMinor = (kind: Purpose) => kind === 'PROMOTIONS' && isMinor(data.birthday)
  const closed = (kind: Purpose) => data.phoneUnproved || isForMinor(kind)
  return (
    <Panel title={words.title}>
      <p className="text-ink-soft">{words.intro(data.businessName)}</p>
      {failure !== null && (
        <Notice tone="error" title={words.failed} className="mt-3">
          {errorText(failure)}
        </Notice>
      )}
      <div className="mt-2 grid">
        {data.consents.map(({ kind, granted, at }) =>
          kind === 'PRIVACY' ? (
            <p key={kind} className="py-2.5">
              {at ? words.privacy(dayOf(at)) : words.privacyUnknown}
            </p>
          ) : (
            <Checkbox
              key={kind}
              label={words.purpose[kind]}
              disabled={closed(kind) && !granted}
              help={isForMinor(kind) ? words.minor : at ? words.since(granted, dayOf(at)) : words.never}
              checked={busy === kind ? !granted : granted}
              aria-busy={busy === kind || undefined}
              onChange={({ target }) => void change(kind, target.checked)}
            />
          ),
        )}
      </div>
    </Panel>
  )
}
