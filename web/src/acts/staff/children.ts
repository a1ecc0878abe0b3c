import { useQueryClient } from '@tanstack/react-query'
import { addChild, giveOwnPhone } from '@/api/records'
import { retryOnce } from '@/api/retryOnce'
import type { Customer, NewChild, OwnPhoneFields } from '@/api/types'
import { withIdempotencyKey } from '@/api/withIdempotencyKey'
import { notify } from '@/kit/notify'
import { refreshCustomers } from './refreshCustomers'
import { useAct } from './useAct'

export const childTexts = {
  done: (name: string) => `✅ ${name} ya tiene su tarjeta.`,
  failed: 'No se pudo añadir.',
  ownPhone: {
    done: (name: string) => `✅ ${name} ya tiene la tarjeta en su propio teléfono.`,
    failed: 'No se pudo pasar la tarjeta.',
  },
}

export function useAddChild(guardianId: string, onAdded: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (child: NewChild) =>
      withIdempotencyKey(`child ${guardianId} ${JSON.stringify(child)}`, (key) =>
        retryOnce(() => addChild(guardianId, child, key)),
      ),
    onSuccess: (child) => {
      notify.success(childTexts.done(child.name), child.name)
      onAdded()
      return refreshCustomers(client)
    },
  })
}

export function useGiveOwnPhone({ id, name }: Customer, onGiven: () => void) {
  const client = useQueryClient()
  return useAct({
    mutationFn: (form: OwnPhoneFields) =>
      withIdempotencyKey(`own phone ${id} ${JSON.stringify(form)}`, (key) =>
        retryOnce(() => giveOwnPhone(id, form, key)),
      ),
    onSuccess: () => {
      notify.success(childTexts.ownPhone.done(name), name)
      onGiven()
      return refreshCustomers(client)
    },
  })
}
