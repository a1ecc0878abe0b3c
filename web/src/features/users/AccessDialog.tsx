import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@/api'
import { answer } from '@/api/client'
import type { User } from '@/api/types'
import { usersQuery } from '@/api/users'
import { errorText } from '@/lib/errors'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import { Message } from '@/ui/Message'
import { notify } from '@/ui/notify'
import { nameOf } from './nameOf'
import { texts } from './texts'

interface AccessDialogProps {
  /** Whom it is about; null while nothing is asked. */
  user: User | null
  onClose: () => void
}

/** Asks whether a person shall no longer sign in, or shall again. */
export function AccessDialog({ user, onClose }: AccessDialogProps) {
  const queryClient = useQueryClient()
  const change = useMutation({
    mutationFn: changeAccess,
    onSuccess: (_answer, before) => {
      notify.success((before.disabled ? texts.enable : texts.disable).done(nameOf(before)))
      close()
      return queryClient.invalidateQueries({ queryKey: usersQuery().queryKey })
    },
  })
  const close = () => {
    change.reset()
    onClose()
  }
  const words = user?.disabled ? texts.enable : texts.disable
  return (
    <ConfirmDialog
      open={user !== null}
      title={user && words.title(nameOf(user))}
      confirm={user ? words.actionOf(nameOf(user)) : ''}
      danger={user?.disabled === false}
      busy={change.isPending}
      busyLabel={words.busy}
      onConfirm={() => user && change.mutate(user)}
      onClose={close}
    >
      <p>{words.detail}</p>
      {change.isError && <Message text={`❌ ${errorText(change.error, texts.changeFailed)}`} />}
    </ConfirmDialog>
  )
}

function changeAccess({ id, disabled }: User) {
  const params = { path: { id } }
  return disabled
    ? answer(api.POST('/users/{id}/enable', { params }))
    : answer(api.POST('/users/{id}/disable', { params }))
}
