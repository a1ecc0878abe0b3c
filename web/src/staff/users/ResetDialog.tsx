import { nameOf, resetFailure, useResetPassword } from '@/acts/staff/users'
import type { User } from '@/api/types'
import { Button } from '@/kit/Button'
import { Dialog } from '@/kit/Dialog'
import { Message } from '@/kit/Message'
import { Notice } from '@/kit/Notice'
import { OneTimeSecret } from '@/kit/OneTimeSecret'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'

interface ResetDialogProps {
  user: User | null
  onClose: () => void
}

export function ResetDialog({ user, onClose }: ResetDialogProps) {
  const reset = useResetPassword()
  const close = () => {
    reset.reset()
    onClose()
  }
  const who = user ? nameOf(user) : ''
  return (
    <Dialog
      open={user !== null}
      onClose={close}
      busy={reset.isPending}
      once={reset.isSuccess && reset.data !== null}
      title={withNames(reset.isSuccess ? texts.reset.done(who) : texts.reset.title(who), who)}
      actions={
        reset.isSuccess ? (
          <Button variant="secondary" onClick={close}>
            {reset.data === null ? texts.reset.close : texts.reset.noted}
          </Button>
        ) : (
          <>
            <Button variant="secondary" disabled={reset.isPending} onClick={close}>
              {texts.cancel}
            </Button>
            <Button
              busy={reset.isPending}
              busyLabel={texts.reset.busy}
              onClick={() => user && reset.mutate(user)}
            >
              {texts.reset.action}
            </Button>
          </>
        )
      }
    >
      {reset.isSuccess ? <TemporaryPassword password={reset.data} /> : <p>{texts.reset.detail}</p>}
      {reset.isError && <Message text={`❌ ${resetFailure(reset.error)}`} />}
    </Dialog>
  )
}

function TemporaryPassword({ password }: { password: string | null }) {
  if (password === null) return <Notice tone="warning">{texts.reset.unseen}</Notice>
  const { once, copy, copied, copyFailed } = texts.reset
  return <OneTimeSecret secret={password} once={once} copy={copy} copied={copied} failed={copyFailed} />
}
