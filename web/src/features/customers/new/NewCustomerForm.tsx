import { Stamp } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type Creation, useCreateCustomer } from '@/acts/customers'
import { customerTexts } from '@/acts/customerTexts'
import { useSignedIn } from '@/api'
import { isApiError } from '@/api/error'
import { errorText } from '@/lib/errors'
import { focusFirstError, useFocusFirstError } from '@/lib/focusFirstError'
import { defaultPrefix, joinPhone, typedPhone } from '@/lib/phone'
import { useDraft } from '@/lib/useDraft'
import { BirthdayField, birthdayFaultIn } from '@/ui/BirthdayField'
import { Button } from '@/ui/Button'
import { UnsavedChanges } from '@/ui/form/UnsavedScope'
import { GuardianFields } from '@/ui/guardian/GuardianFields'
import { Message } from '@/ui/Message'
import { PhoneField } from '@/ui/PhoneField'
import { Restored } from '@/ui/Restored'
import { SelectField } from '@/ui/SelectField'
import { TextField } from '@/ui/TextField'
import { tags } from '../bonus'
import { DuplicateWarning } from '../DuplicateWarning'
import { asksGuardian, type FieldErrors } from '../guardian'
import { FamilyPicker } from './FamilyPicker'
import { emptyCustomer, missingIn, type NewCustomerValues, requestFrom } from './newCustomer'
import { texts } from './texts'

const tagChoices = [{ value: '', label: texts.create.chooseTag }, ...tags]

interface NewCustomerFormProps {
  /** What whoever led here knows already; may be empty. */
  name: string
  phone: string
  onCreated: (creation: Creation) => void
}

/** The form of a new customer. What was typed survives a refusal. */
export function NewCustomerForm({ name, phone, onCreated }: NewCustomerFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const stampButton = useRef<HTMLButtonElement>(null)
  const { email, businessId } = useSignedIn()
  const [given, setGiven] = useState(() => ({
    ...emptyCustomer,
    name,
    phone: typedPhone(phone, defaultPrefix),
  }))
  const draft = useDraft<NewCustomerValues>({
    form: `new customer of ${businessId}`,
    owner: email,
    initial: () => given,
    isChanged: (typed) => JSON.stringify(typed) !== JSON.stringify(given),
  })
  const values = draft.value
  const [missing, setMissing] = useState<FieldErrors>({})
  const create = useCreateCustomer((creation) => {
    setGiven(emptyCustomer)
    draft.startOver(emptyCustomer)
    onCreated(creation)
  })

  const refused: FieldErrors = isApiError(create.error) ? create.error.fieldErrors : {}
  const errors = { ...refused, ...missing }
  const withGuardian = asksGuardian(values.birthday, refused)

  const set = (change: Partial<NewCustomerValues>) => {
    draft.set({ ...values, ...change })
    setMissing(Object.fromEntries(Object.entries(missing).filter(([field]) => !(field in change))))
  }
  useFocusFirstError(form, create.error)

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending) return
    const birthday = birthdayFaultIn(event.currentTarget)
    const absent = { ...missingIn(values, withGuardian), ...(birthday && { birthday }) }
    setMissing(absent)
    if (Object.keys(absent).length > 0) focusFirstError(form)
    else {
      const { submitter } = event.nativeEvent as SubmitEvent
      const stamp = submitter === stampButton.current
      create.mutate({ customer: requestFrom(values, withGuardian), family: values.family, stamp })
    }
  }

  return (
    <form ref={form} noValidate onSubmit={submit} className="grid gap-5">
      <UnsavedChanges when={draft.isChanged} onLeave={() => draft.startOver()} />
      {draft.isRestored && <Restored onDiscard={() => draft.startOver()} />}
      {create.isError && (
        <Message text={texts.create.failure(errorText(create.error, customerTexts.create.failed))} />
      )}
      <TextField
        label={texts.create.name}
        value={values.name}
        onChange={(event) => set({ name: event.target.value })}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={120}
        required
        error={errors.name}
      />
      <PhoneField
        label={texts.create.phone}
        value={values.phone}
        onChange={(phone) => set({ phone })}
        autoComplete="off"
        required
        error={errors.phone}
      />
      <DuplicateWarning mayBeChild person={{ name: values.name, phone: joinPhone(values.phone) }} />
      <div className="grid gap-5 sm:grid-cols-2">
        <BirthdayField
          label={texts.create.birthday}
          help={texts.create.birthdayHelp}
          autoComplete="off"
          value={values.birthday}
          onChange={(birthday) => {
            create.reset() // what was refused need not be wrong any more
            set({ birthday })
          }}
          optional
          error={errors.birthday}
        />
        <SelectField
          label={texts.create.tag}
          options={tagChoices}
          value={values.tag}
          onChange={(event) => set({ tag: event.target.value })}
          required
          error={errors.tag}
        />
      </div>
      {withGuardian && <GuardianFields by="staff" value={values} problems={errors} onChange={set} />}
      <FamilyPicker value={values.family} onChange={(family) => set({ family })} />
      <div className="grid gap-2 sm:flex">
        <Button
          type="submit"
          size="counter"
          busy={create.isPending && !create.variables.stamp}
          busyLabel={texts.create.submitting}
        >
          {texts.create.submit}
        </Button>
        <Button
          ref={stampButton}
          type="submit"
          variant="secondary"
          size="counter"
          icon={<Stamp aria-hidden="true" className="size-5" />}
          busy={create.isPending && create.variables.stamp === true}
          busyLabel={texts.create.submitting}
        >
          {texts.create.andStamp}
        </Button>
      </div>
    </form>
  )
}
