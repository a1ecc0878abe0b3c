import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createFamily, familyQueries } from '@/api/families'
import { newIdempotencyKey } from '@/lib/ids'
import { UnsavedChanges } from '@/ui/UnsavedChanges'
import { FamilyDataForm, type FamilyValues } from './FamilyDataForm'
import { texts } from './texts'

const blank: FamilyValues = { name: '', policy: 'POOL' }

/** The form of a new family. It empties itself when the family exists. */
export function CreateFamilyForm() {
  const client = useQueryClient()
  const [values, setValues] = useState(blank)
  // One key for all tries to send the same: an answer that got lost makes no second family.
  const [key, setKey] = useState(newIdempotencyKey)
  const create = useMutation({
    mutationFn: ({ name, policy }: FamilyValues) => createFamily({ name: name.trim(), policy }, key),
    onSuccess: () => {
      change(blank)
      return client.invalidateQueries({ queryKey: familyQueries.all() })
    },
  })
  const change = (next: FamilyValues) => {
    setValues(next)
    setKey(newIdempotencyKey())
  }
  return (
    <>
      <UnsavedChanges when={values.name.trim() !== ''} />
      <FamilyDataForm
        values={values}
        onChange={change}
        sending={create}
        words={texts.create}
        onSubmit={() => create.mutate(values)}
      />
    </>
  )
}
