import { settingTexts } from '@/acts/settings'
import type { OwedAtOnce } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { Dialog } from '@/ui/Dialog'
import { Message } from '@/ui/Message'
import { texts } from './texts'

interface TargetDialogProps {
  /** What the change would owe at once; null while none is proposed. */
  owed: OwedAtOnce | null
  saving: boolean
  error: unknown
  onDecide: (grantReached: boolean) => void
  onCancel: () => void
}

/** Says what a change of the targets would owe at once, and lets the owner choose. */
export function TargetDialog({ owed, saving, error, onDecide, onCancel }: TargetDialogProps) {
  const owes = owed !== null && owed.rewards > 0
  return (
    <Dialog
      open={owed !== null}
      onClose={onCancel}
      busy={saving}
      title={texts.change.title}
      actions={
        <>
          <Button variant="quiet" disabled={saving} onClick={onCancel}>
            {texts.change.cancel}
          </Button>
          <Button variant={owes ? 'secondary' : 'primary'} busy={saving} onClick={() => onDecide(false)}>
            {owes ? texts.change.keep : texts.change.save}
          </Button>
          {owes && (
            <Button busy={saving} onClick={() => onDecide(true)}>
              {texts.change.grant(owed.rewards)}
            </Button>
          )}
        </>
      }
    >
      <p>{owed && owes ? texts.change.owes(owed) : texts.change.owesNone}</p>
      <p className="text-ink-soft">{owes ? texts.change.kept : texts.change.keptNone}</p>
      {error !== null && <Message text={`❌ ${errorText(error, settingTexts.failed)}`} />}
    </Dialog>
  )
}
