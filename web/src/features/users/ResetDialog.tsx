import { useMutation } from '@tanstack/react-query'
import { isNotOffered } from '@/api/inOrder'
import type { User } from '@/api/types'
import { errorText } from '@/lib/errors'
import { Button } from '@/ui/Button'
import { CopyButton } from '@/ui/CopyButton'
import { Dialog } from '@/ui/Dialog'
import { Message } from '@/ui/Message'
import { Notice } from '@/ui/Notice'
import { nameOf } from './nameOf'
import { resetPassword } from './resetPassword'
import { texts } from './texts'

interface ResetDialogProps {
  /** Whom it is about; null while nothing is asked. */
  user: User | null
  onClose: () => void
}

/** Asks whether a password shall be reset, and then shows the temporary one, this once. */
export function ResetDialog({ user, onClose }: ResetDialogProps) {
  // gcTime: the password must not stay in memory after it was shown.
  const reset = useMutation({ mutationFn: ({ id }: User) => resetPassword(id), gcTime: 0 })
  const close = () => {
    reset.reset()
    onClose()
  }
  const who = user ? nameOf(user) : ''
  return (
    <Dialog
      open={user !== null}
      onClose={close}
      title={reset.isSuccess ? texts.reset.done(who) : texts.reset.title(who)}
      actions={
        reset.isSuccess ? (
          <Button variant="secondary" onClick={close}>
            {texts.reset.close}
          </Button>
        ) : (
          <>
            <Button variant="secondary" onClick={close}>
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
      {reset.isError && <Message text={`❌ ${failure(reset.error)}`} />}
    </Dialog>
  )
}

function TemporaryPassword({ password }: { password: string | null }) {
  if (password === null) return <Notice tone="warning">{texts.reset.unseen}</Notice>
  return (
    <>
      <p className="rounded-box border border-field bg-well px-4 py-3 text-center font-mono text-title select-all [overflow-wrap:anywhere]">
        {password}
      </p>
      <p>{texts.reset.once}</p>
      <CopyButton
        text={password}
        label={texts.reset.copy}
        copied={texts.reset.copied}
        failed={texts.reset.copyFailed}
      />
    </>
  )
}

function failure(error: unknown): string {
  return isNotOffered(error) ? texts.reset.notOffered(error.message) : errorText(error, texts.reset.failed)
}
