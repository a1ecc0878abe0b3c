import { useMutation, useQueryClient } from '@tanstack/react-query'
import { askedAgain } from '@/api/askedAgain'
import { askedOnce } from '@/api/askedOnce'
import { addChild } from '@/api/records'
import type { NewChild } from '@/api/types'
import { notify } from '@/ui/notify'
import { customersChanged } from './changed'

/** What adding a child says. */
export const childTexts = {
  done: (name: string) => `✅ ${name} ya tiene su tarjeta.`,
  failed: 'No se pudo añadir.',
}

/** Adds a child, with a card of her own, to a customer: once, however often it is tried. */
export function useAddChild(guardianId: string, onAdded: () => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (child: NewChild) =>
      askedOnce(`child ${guardianId} ${JSON.stringify(child)}`, (key) =>
        askedAgain(() => addChild(guardianId, child, key)),
      ),
    onSuccess: (child) => {
      notify.success(childTexts.done(child.name))
      onAdded()
      return customersChanged(client)
    },
  })
}
