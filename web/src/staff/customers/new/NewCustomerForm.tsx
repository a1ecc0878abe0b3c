import { Stamp } from 'lucide-react'
import { type FormEvent, useRef, useState } from 'react'
import { type Creation, useCreateCustomer } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import { useSignedIn } from '@/api'
import { GuardianFields } from '@/card/guardian/GuardianFields'
import { PhoneField } from '@/card/PhoneField'
import { WrittenBirthdayField } from '@/card/WrittenBirthdayField'
import { Button } from '@/kit/Button'
import { DraftRestoredNotice } from '@/kit/DraftRestoredNotice'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { Message } from '@/kit/Message'
import { SelectField } from '@/kit/SelectField'
import { TextField } from '@/kit/TextField'
import { errorText, fieldErrorsOf } from '@/lib/errors'
import { fieldNames, isSameField, unchangedFields } from '@/lib/form'
import { parseDay } from '@/lib/parseDay'
import { defaultPrefix, joinPhone, phoneFromInput } from '@/lib/phone'
import { useForm } from '@/lib/useForm'
import { tags } from '../bonus'
import { DuplicateWarning } from '../DuplicateWarning'
import { needsGuardian } from '../guardian'
import { FamilyPicker } from './FamilyPicker'
import { emptyCustomer, type NewCustomerValues, toRequest, validationErrors } from './newCustomer'
import { texts } from './texts'

const tagChoices = [{ value: '', label: texts.create.chooseTag }, ...tags]

interface NewCustomerFormProps {
  name: string
  phone: string
  /** `late`: labels of fields that were changed after the request, and not saved. */
  onCreated: (creation: Creation, late: string[]) => void
}

/** Keeps the input after a refusal. */
export function NewCustomerForm({ name, phone, onCreated }: NewCustomerFormProps) {
  const stampButton = useRef<HTMLButtonElement>(null)
  const sent = useRef<NewCustomerValues>(emptyCustomer)
  const { email, businessId } = useSignedIn()
  const [given, setGiven] = useState(() => ({
    ...emptyCustomer,
    name,
    phone: phoneFromInput(phone, defaultPrefix),
  }))
  const create = useCreateCustomer((creation) => {
    const late = changedSince(sent.current, form.values)
    setGiven(emptyCustomer)
    form.reset()
    onCreated(creation, late)
  })
  const form = useForm<NewCustomerValues>({
    saved: given,
    refusal: create.error,
    draft: { form: `new customer of ${businessId}`, owner: email },
  })
  const { values, errors, change: set } = form
  const withGuardian = needsGuardian(parseDay(values.birthday), fieldErrorsOf(create.error))

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending) return
    if (!form.check(validationErrors(values, withGuardian))) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const stamp = submitter === stampButton.current
    sent.current = values
    create.mutate({ customer: toRequest(values, withGuardian), family: values.family, stamp })
  }

  return (
    <form ref={form.element} noValidate onSubmit={submit} className="grid gap-5">
      <UnsavedChanges when={form.isDirty} onLeave={form.reset} />
      {form.isRestored && <DraftRestoredNotice onDiscard={form.reset} />}
      <TextField
        label={texts.create.name}
        {...form.text('name')}
        autoComplete="off"
        autoCapitalize="words"
        maxLength={120}
        required
      />
      <PhoneField label={texts.create.phone} {...form.field('phone')} autoComplete="off" required />
      <DuplicateWarning mayBeChild person={{ name: values.name, phone: joinPhone(values.phone) }} />
      <div className="grid gap-5 sm:grid-cols-2 lg:max-xl:grid-cols-1">
        <WrittenBirthdayField
          label={texts.create.birthday}
          help={texts.create.birthdayHelp}
          value={values.birthday}
          onChange={(birthday) => {
            create.reset() // the new value may be valid
            set({ birthday })
          }}
          optional
          error={errors.birthday}
        />
        <SelectField label={texts.create.tag} options={tagChoices} {...form.text('tag')} required />
      </div>
      {withGuardian && <GuardianFields by="staff" value={values} problems={errors} onChange={set} />}
      <FamilyPicker value={values.family} onChange={(family) => set({ family })} />
      {create.isError && (
        <Message text={texts.create.failure(errorText(create.error, customerTexts.create.failed))} />
      )}
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

const labels = {
  name: texts.create.name,
  phone: texts.create.phone,
  birthday: texts.create.birthday,
  tag: texts.create.tag,
}

function changedSince(sent: NewCustomerValues, now: NewCustomerValues): string[] {
  const fields = unchangedFields<NewCustomerValues, object>(sent)
  return fieldNames(labels)
    .filter((field) => !isSameField(fields, field, sent[field], now[field]))
    .map((field) => labels[field])
}
