import { useQuery } from '@tanstack/react-query'
import { Stamp } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type Creation, useCreateCustomer } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import { useSignedIn } from '@/api'
import { businessQuery } from '@/api/customers'
import { mayEnterOpenings } from '@/api/session'
import type { Business } from '@/api/types'
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
import { isTouchScreen } from '@/lib/isTouchScreen'
import { parseDay } from '@/lib/parseDay'
import { defaultPrefix, joinPhone, phoneFromInput } from '@/lib/phone'
import { useForm } from '@/lib/useForm'
import { tags } from '../bonus'
import { DuplicateWarning } from '../DuplicateWarning'
import { needsGuardian } from '../guardian'
import { FamilyPicker } from './FamilyPicker'
import { isResultBelow } from './isResultBelow'
import {
  emptyCustomer,
  type NewCustomerValues,
  newCardOf,
  openingIn,
  toRequest,
  validationErrors,
  wrongStamps,
} from './newCustomer'
import { OpeningFields } from './OpeningFields'
import { texts } from './texts'

const tagChoices = [{ value: '', label: texts.create.chooseTag }, ...tags]

interface NewCustomerFormProps {
  name: string
  phone: string
  /** `late`: labels of fields that were changed after the request, and not saved. */
  onCreated: (creation: Creation, late: string[]) => void
}

/** The form for a new customer. It keeps the input after a refusal. */
export function NewCustomerForm({ name, phone, onCreated }: NewCustomerFormProps) {
  const stampButton = useRef<HTMLButtonElement>(null)
  const sentValues = useRef<NewCustomerValues>(emptyCustomer)
  const nameField = useFocusOnOpening()
  const { email, role, businessId } = useSignedIn()
  const { data: business } = useQuery(businessQuery())
  const [initial, setGiven] = useState(() => ({
    ...emptyCustomer,
    name,
    phone: phoneFromInput(phone, defaultPrefix),
  }))
  const create = useCreateCustomer((creation) => {
    const late = changedSince(sentValues.current, form.values)
    setGiven(emptyCustomer)
    form.reset()
    onCreated(creation, late)
    if (!isResultBelow()) nameField.current?.focus() // the next customer
  })
  const form = useForm<NewCustomerValues>({
    savedValues: initial,
    refusal: create.error,
    draft: { form: `new customer of ${businessId}`, owner: email },
  })
  const { values, errors, change: set } = form
  const withGuardian = needsGuardian(parseDay(values.birthday), fieldErrorsOf(create.error))

  const card = business && mayEnterOpenings(role, business) ? newCardOf(values.tag, business) : null

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (create.isPending) return
    const faults = { ...validationErrors(values, withGuardian), ...(card && wrongStamps(values, card)) }
    if (!form.check(faults)) return
    const { submitter } = event.nativeEvent as SubmitEvent
    const stamp = submitter === stampButton.current
    sentValues.current = values
    const opening = card && openingIn(values, card)
    const customer = toRequest(values, withGuardian)
    create.mutate({ customer, family: values.family, stamp, ...(opening && { opening }) })
  }

  return (
    <form ref={form.element} noValidate onSubmit={submit} className="grid gap-5">
      <UnsavedChanges when={form.isDirty} onLeave={form.reset} />
      {form.isRestored && <DraftRestoredNotice onDiscard={form.reset} />}
      <TextField
        ref={nameField}
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
        <SelectField
          label={texts.create.tag}
          help={tagHelp(values.tag, business)}
          options={tagChoices}
          {...form.text('tag')}
          required
        />
      </div>
      {withGuardian && <GuardianFields by="staff" value={values} problems={errors} onChange={set} />}
      <FamilyPicker value={values.family} onChange={(family) => set({ family })} />
      {card && <OpeningFields values={values} error={errors.stamps} card={card} onChange={set} />}
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

function tagHelp(tag: string, business: Business | undefined): string | undefined {
  if (!business) return undefined
  const { target, halfMilestone } = newCardOf(tag, business)
  return texts.create.tagHelp(tag, target, halfMilestone)
}

/** Focuses the first field, but not on a touch screen: its keyboard would cover the form. */
function useFocusOnOpening() {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isTouchScreen()) field.current?.focus()
  }, [])
  return field
}

const labels = {
  name: texts.create.name,
  phone: texts.create.phone,
  birthday: texts.create.birthday,
  tag: texts.create.tag,
  stamps: texts.opening.label,
}

function changedSince(sentValues: NewCustomerValues, now: NewCustomerValues): string[] {
  const fields = unchangedFields<NewCustomerValues, object>(sentValues)
  return fieldNames(labels)
    .filter((field) => !isSameField(fields, field, sentValues[field], now[field]))
    .map((field) => labels[field])
}
