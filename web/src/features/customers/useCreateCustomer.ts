import { useMutation, useQueryClient } from '@tanstack/react-query'
import { customerQueries } from '@/api/customers'
import { addMember, familyQueries } from '@/api/families'
import { createCustomer } from '@/api/records'
import type { CreatedCustomer, NewCustomer } from '@/api/types'
import { errorText } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/ids'
import { notify } from '@/ui/notify'
import type { FamilyChoice } from './newCustomer'
import { texts } from './texts'

/** What came of the form. */
export interface Creation {
  customer: CreatedCustomer
  family: FamilyChoice | null
  /** Why the new customer is not in the family; null when nothing went wrong. */
  warning: string | null
}

/** What is asked for: a customer, and the family that she is to join. */
export interface CreationRequest {
  customer: NewCustomer
  family: FamilyChoice | null
}

/** Creates a customer and puts her into the family that was chosen. She stays created when that fails. */
export function useCreateCustomer(onCreated: (creation: Creation) => void) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: create,
    onSuccess: (creation) => {
      onCreated(creation)
      if (!creation.customer.existed) notify.success(texts.create.created(creation.customer.name))
      if (creation.warning !== null) notify.warning(texts.family.failed)
      void client.invalidateQueries({ queryKey: familyQueries.all() })
      return client.invalidateQueries({ queryKey: customerQueries.all() })
    },
    onError: (error) => notify.error(error, texts.create.failed),
  })
}

async function create({ customer: request, family }: CreationRequest): Promise<Creation> {
  const customer = await createCustomer(request)
  if (!family || customer.existed) return { customer, family, warning: null }
  try {
    await addMember(family.id, { customerId: customer.id, role: family.role }, newIdempotencyKey())
    return { customer, family, warning: null }
  } catch (error) {
    return { customer, family, warning: errorText(error, '') }
  }
}
