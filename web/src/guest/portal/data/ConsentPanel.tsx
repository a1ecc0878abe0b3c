import { type Purpose, setConsent } from '@/acts/guest/ownData'
import { useAction } from '@/acts/shared/useAction'
import type { OwnData } from '@/api/types'
import { Checkbox } from '@/kit/Checkbox'
import { Notice } from '@/kit/Notice'
import { Panel } from '@/kit/Panel'
import { localDay, sayDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { isMinor } from '@/lib/minors'
import { texts } from '../texts'

const words = texts.data.consents

interface ConsentPanelProps {
  data: OwnData
  onChanged: (data: OwnData) => void
}

/** Hides a consent to 'lo de siempre' that was never given, because the screen 'Mis puntos' asks for it. */
const isShown = ({ kind, at }: OwnData['consents'][number]) => kind !== 'USUAL' || at !== null

export function ConsentPanel({ data, onChanged }: ConsentPanelProps) {
  const change = useAction(async ({ kind, granted }: { kind: Purpose; granted: boolean }) =>
    onChanged(await setConsent(kind, granted)),
  )
  const dayOf = (at: string) => sayDay(localDay(new Date(at), data.timezone))
  const isForMinor = (kind: Purpose) => kind === 'PROMOTIONS' && isMinor(data.birthday)
  const isClosed = (kind: Purpose) => data.phoneUnproved || isForMinor(kind)
  return (
    <Panel title={words.title}>
      <p className="text-ink-soft">{words.intro(data.businessName)}</p>
      {change.error && (
        <Notice tone="error" title={words.failed} className="mt-3">
          {errorText(change.error)}
        </Notice>
      )}
      <div className="mt-2 grid">
        {data.consents.filter(isShown).map(({ kind, granted, at }) =>
          kind === 'PRIVACY' ? (
            <p key={kind} className="py-2.5">
              {at ? words.privacy(dayOf(at)) : words.privacyUnknown}
            </p>
          ) : (
            <Checkbox
              key={kind}
              label={words.purpose[kind]}
              disabled={isClosed(kind) && !granted}
              help={isForMinor(kind) ? words.minor : at ? words.since(granted, dayOf(at)) : words.never}
              checked={change.pending?.kind === kind ? !granted : granted}
              aria-busy={change.pending?.kind === kind || undefined}
              onChange={({ target }) => change.start({ kind, granted: target.checked })}
            />
          ),
        )}
      </div>
    </Panel>
  )
}
