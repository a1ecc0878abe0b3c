import { useMutation, useQueryClient } from '@tanstack/react-query'
import { customerQueries } from '@/api/customers'
import { addMember, changeFamily, changeFamilyRole, familyQueries, removeMember } from '@/api/families'
import type { Family, FamilyChanges, FamilyMember, FamilyRole } from '@/api/types'
import { newIdempotencyKey } from '@/lib/ids'
import { notify } from '@/ui/notify'
import { texts } from './texts'

/** Takes over a family as the server answered it, if it did, and lets everything that depends on it be read again. */
function useTakeOver() {
  const client = useQueryClient()
  return (family: Family | null) => {
    if (family) client.setQueryData(familyQueries.one(family.id).queryKey, family)
    void client.invalidateQueries({ queryKey: familyQueries.all() })
    void client.invalidateQueries({ queryKey: customerQueries.all() })
  }
}

/** Changes the name or the policy. */
export function useChangeFamily(id: string) {
  const takeOver = useTakeOver()
  return useMutation({
    mutationFn: (changes: FamilyChanges) => changeFamily(id, changes),
    onSuccess: takeOver,
  })
}

/** Somebody who is about to join; the key makes one joining of all tries. */
export interface Candidate {
  customerId: string
  name: string
  role: FamilyRole
  key: string
}

/** Somebody who is about to join, with the key of her own. */
export function candidate(customerId: string, name: string, role: FamilyRole): Candidate {
  return { customerId, name, role, key: newIdempotencyKey() }
}

/** Puts a customer into the family. */
export function useJoin(id: string) {
  const takeOver = useTakeOver()
  return useMutation({
    mutationFn: ({ customerId, role, key }: Candidate) => addMember(id, { customerId, role }, key),
    onSuccess: (family, { name }) => {
      takeOver(family)
      notify.success(texts.join.done(name))
    },
  })
}

/** Takes a member out of the family. */
export function useLeave(id: string) {
  const takeOver = useTakeOver()
  return useMutation({
    mutationFn: ({ customerId }: FamilyMember) => removeMember(id, customerId),
    onSuccess: (family, { name }) => {
      takeOver(family)
      notify.success(texts.leave.done(name))
    },
  })
}

/** Gives a member another role. */
export function useChangeRole(id: string) {
  const takeOver = useTakeOver()
  return useMutation({
    mutationFn: ({ customerId, role }: { customerId: string; role: FamilyRole }) =>
      changeFamilyRole(id, customerId, role),
    onSuccess: (family) => {
      takeOver(family)
      notify.success(texts.change.done)
    },
    onError: (error) => notify.error(error, texts.change.failed),
  })
}
