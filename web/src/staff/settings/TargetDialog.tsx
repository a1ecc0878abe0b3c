import { useState } from 'react'
import { settingTexts } from '@/acts/staff/settings'
import type { OwedAtOnce } from '@/api/types'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { Message } from '@/kit/Message'
import { withNames } from '@/kit/withNames'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

const words = texts.change

const previewCount = 5

interface TargetDialogProps {
  /** Rewards that the change would make owed at once; null while closed. */
  owed: OwedAtOnce | null
  saving: boolean
  error: unknown
  onDecide: (grantReached: boolean) => void
  onCancel: () => void
}

export function TargetDialog({ owed, saving, error, onDecide, onCancel }: TargetDialogProps) {
  return (
    <Dialog
      open={owed !== null}
      onClose={onCancel}
      busy={saving}
      title={words.title}
      actions={
        owed && (
          <>
            <Button variant="quiet" disabled={saving} onClick={onCancel}>
              {words.cancel}
            </Button>
            <Button variant="secondary" disabled={saving} onClick={() => onDecide(true)}>
              {words.grant(owed)}
            </Button>
            <Button busy={saving} busyLabel={texts.saving} onClick={() => onDecide(false)}>
              {words.keep}
            </Button>
          </>
        )
      }
    >
      {owed && (
        <>
          <p>{words.owes(owed)}</p>
          <Holders owed={owed} />
          <p className="text-ink-soft">{words.choice}</p>
        </>
      )}
      {error !== null && <Message text={`❌ ${errorText(error, settingTexts.failed)}`} />}
    </Dialog>
  )
}

function Holders({ owed: { customers, holders } }: { owed: OwedAtOnce }) {
  const [isWhole, setWhole] = useState(false)
  const rows = holders ?? []
  if (rows.length === 0) return null
  const shownHolders = isWhole ? rows : rows.slice(0, previewCount)
  return (
    <div className="grid gap-2">
      <ul aria-label={words.who} className="grid max-h-64 gap-1 overflow-y-auto">
        {shownHolders.map(({ customerId, name, family, rewards }) => (
          <li key={`${customerId} ${family}`} className="flex flex-wrap justify-between gap-x-4">
            <span className="font-semibold">{withNames(family ? words.family(name) : name, name)}</span>
            {rewards > 1 && <span className="text-ink-soft">{words.times(rewards)}</span>}
          </li>
        ))}
      </ul>
      {!isWhole && rows.length > previewCount ? (
        <Button
          variant="quiet"
          className="-ml-4 justify-self-start forced-colors:ml-0"
          onClick={() => setWhole(true)}
        >
          {words.all(rows.length)}
        </Button>
      ) : (
        customers > rows.length && <p className="text-ink-soft">{words.rest(customers - rows.length)}</p>
      )}
    </div>
  )
}
