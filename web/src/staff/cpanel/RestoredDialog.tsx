import { useDecideRestored } from '@/acts/staff/messages'
import type { RestoreDecision } from '@/api/types'
import { ConfirmDialog } from '@/kit/ConfirmDialog'
import { Message } from '@/kit/Message'
import { errorText } from '@/lib/errors'
import { texts } from './texts'

export interface RestoredQuestion {
  decision: RestoreDecision
  heldCount: number
}

interface RestoredDialogProps {
  question: RestoredQuestion | null
  onClose: () => void
}

export function RestoredDialog({ question, onClose }: RestoredDialogProps) {
  const decide = useDecideRestored(onClose)
  const close = () => {
    decide.reset()
    onClose()
  }
  const words = question && texts.restored[question.decision]
  return (
    <ConfirmDialog
      open={question !== null}
      title={question && words?.title(question.heldCount)}
      confirm={question ? (words?.submit(question.heldCount) ?? '') : ''}
      danger={question?.decision === 'DROP'}
      costly
      busy={decide.isPending}
      busyLabel={texts.restored.busy}
      onConfirm={() => question && decide.mutate(question.decision)}
      onClose={close}
    >
      <p>{words?.detail}</p>
      {decide.isError && <Message text={`❌ ${errorText(decide.error, texts.restored.failed)}`} />}
    </ConfirmDialog>
  )
}
