import { type FormEvent, useEffect, useState } from 'react'
import { useCustomerForm } from '@/acts/staff/customers'
import { customerTexts } from '@/acts/staff/customerTexts'
import { useSignedIn } from '@/api'
import type { Customer, Tag } from '@/api/types'
import { GuardianFields } from '@/card/guardian/GuardianFields'
import { PhoneField } from '@/card/PhoneField'
import { WrittenBirthdayField } from '@/card/WrittenBirthdayField'
import { ActFailed } from '@/kit/ActFailed'
import { Button } from '@/kit/Button'
import { Checkbox } from '@/kit/Checkbox'
import { DraftRestoredNotice } from '@/kit/DraftRestoredNotice'
import { Dispute } from '@/kit/form/Dispute'
import { FormResult } from '@/kit/form/FormResult'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { formTexts } from '@/kit/formTexts'
import { Notice } from '@/kit/Notice'
import { notify } from '@/kit/notify'
import { SelectField } from '@/kit/SelectField'
import { TextAreaField, TextField } from '@/kit/TextField'
import { fieldErrorsOf, isShownAtField } from '@/lib/errors'
import { parseDay } from '@/lib/parseDay'
import { joinPhone } from '@/lib/phone'
import { storeBonus, storedTag, tags } from '../bonus'
import { DuplicateWarning } from '../DuplicateWarning'
import { needsGuardian } from '../guardian'
import {
  displayValue,
  type EditField,
  type EditValues,
  editDraft,
  editFields,
  guardianChanges,
  validationErrors,
  valuesOf,
} from './editCustomer'
import { OwedByType } from './OwedByType'
import { texts } from './texts'
import { useScrollToRestored } from './useScrollToRestored'

const tagChoices = [{ value: '', label: texts.edit.chooseTag }, ...tags]

interface EditFormProps {
  customer: Customer
  onDone: () => void
}

/** Edits the record. With a new phone the customer keeps id, QR and history. */
export function EditForm({ customer, onDone }: EditFormProps) {
  const owner = useSignedIn().email
  const form = useCustomerForm<EditValues>(customer, {
    valuesOf: (read) => valuesOf(read, storedTag(read.id)),
    fields: editFields,
    draft: { form: editDraft(customer.id), owner },
    onSaved: ({ isSaved, disputes, takenFields, isEditedSince }) => {
      if (!isSaved || disputes.length > 0) return
      const { active, tag } = form.values.bonus
      storeBonus(customer.id, { active, tag: tag || null })
      const names = (takenFields as EditField[]).map((field) => texts.edit.fields[field])
      notify.success(
        names.length > 0
          ? `${customerTexts.change.done} ${formTexts.form.taken(names)}`
          : customerTexts.change.done,
      )
      if (!isEditedSince) onDone()
    },
  })
  const { values, savedValues, save, isRestored, errors, element } = form
  const disputes = form.disputes as EditField[]
  const closeForm = () => {
    form.reset()
    onDone()
  }
  const birthday = parseDay(values.birthday)
  // The server compares the birth date with today in the business's time zone. Its answer stays until the user
  // types another birth date.
  const [isAsked, setAsked] = useState(false)
  if (!isAsked && needsGuardian(null, fieldErrorsOf(save.error))) setAsked(true)
  const withGuardian =
    !customer.guardianName && (isAsked || needsGuardian(birthday, fieldErrorsOf(save.error)))

  // Takes the focus, because the button that opened the form is gone. Focusing the form itself
  // opens no keyboard on phones.
  useEffect(() => {
    if (!isRestored) element.current?.focus({ preventScroll: true })
  }, [isRestored, element])

  useScrollToRestored(element, isRestored)

  const set = form.change
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const errors = validationErrors(values, form.changedNames.includes('phone'), withGuardian)
    const extra = guardianChanges(values, withGuardian)
    if (!form.check(errors)) return
    if (form.isDirty || extra) form.submit(extra ? { extra } : {})
    else {
      notify.info(texts.edit.unchanged)
      closeForm()
    }
  }
  const phone = joinPhone(values.phone)
  const person = {
    name: values.name === savedValues.name ? '' : values.name,
    phone: phone === customer.phone ? '' : phone,
    exceptId: customer.id,
  }
  const otherOf = (field: EditField) =>
    disputes.includes(field) && (
      <Dispute
        label={texts.edit.fields[field]}
        theirs={displayValue(field, savedValues)}
        onDecide={(use) => form.decide(field, use)}
      />
    )

  return (
    <form
      ref={element}
      tabIndex={-1}
      aria-label={texts.edit.title}
      noValidate
      onSubmit={submit}
      className="grid scroll-mt-24 gap-5"
    >
      <UnsavedChanges when={form.isDirty} isSaving={save.isPending} onLeave={form.reset} />
      {isRestored && <DraftRestoredNotice onDiscard={form.reset} />}
      {!save.isError && <FormResult form={form} labels={texts.edit.fields} {...customerTexts.change} />}
      <TextField
        label={texts.edit.name}
        value={values.name}
        onChange={(event) => set({ name: event.target.value })}
        autoComplete="off"
        maxLength={120}
        required
        error={errors.name}
      />
      {otherOf('name')}
      <PhoneField
        label={texts.edit.phone}
        value={values.phone}
        onChange={(parts) => set({ phone: parts })}
        autoComplete="off"
        help={phone ? texts.edit.sent(phone) : texts.edit.noPhone}
        error={errors.phone}
      />
      {otherOf('phone')}
      <DuplicateWarning person={person} />
      <TextField
        label={texts.edit.email}
        type="email"
        value={values.email}
        onChange={(event) => set({ email: event.target.value })}
        autoComplete="off"
        optional
        error={errors.email}
      />
      {otherOf('email')}
      <WrittenBirthdayField
        label={texts.edit.birthday}
        value={values.birthday}
        onChange={(birthday) => {
          setAsked(false)
          set({ birthday })
        }}
        help={texts.edit.birthdayHelp}
        optional
        error={errors.birthday}
      />
      {otherOf('birthday')}
      {withGuardian && <GuardianFields by="staff" value={values} problems={errors} onChange={set} />}
      <div>
        <Checkbox
          label={texts.edit.bonus}
          help={values.bonus.active ? texts.edit.bonusOn : texts.edit.bonusOff}
          checked={values.bonus.active}
          onChange={({ target }) => set({ bonus: { ...values.bonus, active: target.checked } })}
        />
        <SelectField
          label={texts.edit.tag}
          options={tagChoices}
          value={values.bonus.tag}
          onChange={({ target }) => set({ bonus: { ...values.bonus, tag: target.value as Tag | '' } })}
          disabled={!values.bonus.active}
          error={values.bonus.active ? errors.tag : undefined}
          className="mt-2"
        />
        <OwedByType customer={customer} tag={(values.bonus.active && values.bonus.tag) || null} />
      </div>
      {otherOf('bonus')}
      <TextAreaField
        label={texts.edit.notes}
        value={values.notes}
        onChange={(event) => set({ notes: event.target.value })}
        maxLength={1000}
        optional
        error={errors.notes}
      />
      {otherOf('notes')}
      {/* Beside the button, because on a phone the form is longer than the screen. */}
      {save.isError &&
        (isShownAtField(save.error, Object.keys(values)) ? (
          <Notice tone="error" title={customerTexts.change.failed} />
        ) : (
          <ActFailed title={customerTexts.change.failed} error={save.error} />
        ))}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={save.isPending} busyLabel={texts.edit.saving}>
          {texts.edit.save}
        </Button>
        <Button variant="secondary" onClick={closeForm}>
          {texts.edit.cancel}
        </Button>
      </div>
    </form>
  )
}
