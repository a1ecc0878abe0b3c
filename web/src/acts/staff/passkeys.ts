import { useQueryClient } from '@tanstack/react-query'
import { api, currentToken, session } from '@/api'
import { unwrap } from '@/api/client'
import { isApiError } from '@/api/error'
import { passkeysQuery } from '@/api/secondFactor'
import type { Passkey } from '@/api/types'
import { ifMatch } from '@/api/version'
import { notify } from '@/kit/notify'
import type { CreationOptions } from '@/lib/webauthn'
import { useConfirmByPasskey } from '../shared/passkeys'
import { invalidateOwnFactor } from './secondFactor'
import { useAct } from './useAct'
import { passkeyTexts as texts } from './userTexts'

export function beginOwnPasskey(): Promise<CreationOptions> {
  return unwrap(api.POST('/auth/second-factor/passkeys/registration'))
}

/** Authenticates again with a passkey and continues with the new token. */
export function useReauthenticateByPasskey(onConfirmed: () => void) {
  return useConfirmByPasskey(currentToken, ({ token }) => {
    session.renew(token)
    onConfirmed()
  })
}

export function useRenamePasskey(onRenamed: () => void) {
  const client = useQueryClient()
  const reread = () => client.invalidateQueries({ queryKey: passkeysQuery().queryKey })
  return useAct({
    mutationFn: ({ passkey: { id, version }, name }: { passkey: Passkey; name: string }) =>
      unwrap(
        api.PATCH('/auth/second-factor/passkeys/{id}', {
          params: { path: { id }, ...ifMatch(version) },
          body: { name },
        }),
      ),
    onSuccess: () => {
      notify.success(texts.renamed)
      onRenamed()
      return reread()
    },
    onError: (error) => {
      if (isApiError(error) && error.status < 500) void reread()
    },
  })
}

export function useRemovePasskey(onRemoved: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: ({ id }: Passkey) =>
      unwrap(api.DELETE('/auth/second-factor/passkeys/{id}', { params: { path: { id } } })),
    onSuccess: () => {
      notify.success(texts.removed)
      onRemoved()
      return invalidateOwnFactor(client)
    },
  })
}
