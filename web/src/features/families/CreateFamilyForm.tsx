import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { isApiError } from '@/api/error'
import { createFamily, familyQueries } from '@/api/families'
import { errorText } from '@/lib/errors'
import { newIdempotencyKey } from '@/lib/ids'
import { Button } from '@/ui/Button'
import { Message } from '@/ui/Message'
import { FamilyFields, type FamilyValues, nameFault } from './FamilyFields'
import { texts } from './texts'

const blank: FamilyValues = { name: '', policy: 'POOL' }

/** The form of a new family. It empties itself when the family exists. */
export function CreateFamilyForm() {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues] = useState(blank)
  const [fault, setFault] = useState<string>()
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
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending) return
    create.reset()
    setFault(nameFault(values))
    if (nameFault(values)) form.current?.querySelector('input')?.focus()
    else create.mutate(values)
  }
  const refused = isApiError(create.error) ? create.error.fieldErrors.name : undefined
  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      {create.isSuccess && <Message text={texts.create.done} />}
      {create.isError && <Message text={`❌ ${errorText(create.error, texts.create.failed)}`} />}
      <FamilyFields values={values} onChange={change} nameError={fault ?? refused} />
      <Button
        type="submit"
        busy={create.isPending}
        busyLabel={texts.create.submitting}
        className="sm:justify-self-start"
      >
        {texts.create.submit}
      </Button>
    </form>
  )
}
