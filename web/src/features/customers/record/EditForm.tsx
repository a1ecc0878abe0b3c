import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useChangeCustomer } from '@/acts/customers'
import { customerTexts } from '@/acts/customerTexts'
import { useSignedIn } from '@/api'
import { isApiError } from '@/api/error'
import type { Customer, Tag } from '@/api/types'
import { sayDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { joinPhone } from '@/lib/phone'
import { parseDay } from '@/lib/readDay'
import { useDraft } from '@/lib/useDraft'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { focusFirstError, useFocusFirstError } from '@/ui/focusFirstError'
import { GuardianFields } from '@/ui/guardian/GuardianFields'
import { Notice } from '@/ui/Notice'
import { notify } from '@/ui/notify'
import { PhoneField } from '@/ui/PhoneField'
import { Restored } from '@/ui/Restored'
import { SelectField } from '@/ui/SelectField'
import { TextAreaField, TextField } from '@/ui/TextField'
import { UnsavedChanges } from '@/ui/UnsavedChanges'
import { rememberBonus, rememberedTag, tags } from '../bonus'
import { DuplicateWarning } from '../DuplicateWarning'
import { asksGuardian, type FieldErrors } from '../guardian'
import { changesFrom, type EditField, type EditValues, wrongIn } from './editCustomer'
import { decided, type Editing, editDraft, editingOf, isEdited, met } from './editing'
import { MetNotice, OtherValue } from './MetSomebody'
import { OwedByType } from './OwedByType'
import { texts } from './texts'

const tagChoices = [{ value: '', label: texts.edit.chooseTag }, ...tags]

interface EditFormProps {
  customer: Customer
  onDone: () => void
}

/** Changes a customer's data. A new phone keeps the id, the code and the history. */
export function EditForm({ customer, onDone }: EditFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const notice = useRef<HTMLDivElement>(null)
  const draft = useDraft<Editing>({
    form: editDraft(customer.id),
    owner: useSignedIn().email,
    initial: () => editingOf(customer, rememberedTag(customer.id)),
    isChanged: isEdited,
  })
  const editing = draft.value
  const { values, before, disputed } = editing
  const [wrong, setWrong] = useState<FieldErrors>({})
  const done = () => {
    draft.startOver()
    onDone()
  }
  const save = useChangeCustomer(customer.id, {
    onSaved: () => {
      rememberBonus(customer.id, { active: values.bonusActive, tag: values.tag || null })
      done()
    },
    onMet: (changed) => draft.set(met(editing, changed)),
  })
  useFocusFirstError(form, save.error)
  const hasMet = editing.taken.length > 0 || disputed.length > 0
  useEffect(() => {
    if (hasMet) notice.current?.focus()
  }, [hasMet])

  const refused: FieldErrors = isApiError(save.error) ? save.error.fieldErrors : {}
  const errors = { ...refused, ...wrong }
  const birthday = parseDay(values.birthday)
  const withGuardian = !customer.guardianName && asksGuardian(birthday, refused)

  // The button that opened it is gone: the focus goes on from here, without a keyboard over half a telephone.
  const { isRestored } = draft
  useEffect(() => {
    if (!isRestored) form.current?.focus({ preventScroll: true })
  }, [isRestored])

  const set = (change: Partial<EditValues>) => draft.set({ ...editing, values: { ...values, ...change } })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const found = wrongIn(values, before, withGuardian)
    setWrong(found)
    const changes = changesFrom(values, before, withGuardian)
    if (Object.keys(found).length > 0) focusFirstError(form)
    else if (Object.keys(changes).length > 0) save.mutate({ changes, version: editing.version })
    else {
      notify.info(texts.edit.unchanged)
      done()
    }
  }
  const phone = joinPhone(values.phone)
  const person = {
    name: values.name === before.name ? '' : values.name,
    phone: phone === customer.phone ? '' : phone,
    exceptId: customer.id,
  }
  const otherOf = (field: EditField) =>
    disputed.includes(field) && (
      <OtherValue field={field} record={before} onDecide={(use) => draft.set(decided(editing, field, use))} />
    )

  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label={texts.edit.title}
      noValidate
      onSubmit={submit}
      className="grid gap-5"
    >
      <UnsavedChanges when={draft.isChanged} onLeave={() => draft.startOver()} />
      {isRestored && <Restored onDiscard={() => draft.startOver()} />}
      {hasMet && <MetNotice ref={notice} editing={editing} />}
      {save.isError && (
        <Notice tone="error" title={customerTexts.change.failed}>
          {errorText(save.error)}
        </Notice>
      )}
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
      <TextField
        label={texts.edit.birthday}
        value={values.birthday}
        onChange={({ target }) => {
          save.reset() // what was refused need not be wrong any more
          set({ birthday: target.value })
        }}
        autoComplete="off"
        help={birthday ? sayDay(birthday) : texts.edit.birthdayHelp}
        optional
        error={errors.birthday}
      />
      {otherOf('birthday')}
      {withGuardian && <GuardianFields by="staff" value={values} problems={errors} onChange={set} />}
      <div>
        <Checkbox
          label={texts.edit.bonus}
          help={values.bonusActive ? texts.edit.bonusOn : texts.edit.bonusOff}
          checked={values.bonusActive}
          onChange={(event) => set({ bonusActive: event.target.checked })}
        />
        <SelectField
          label={texts.edit.tag}
          options={tagChoices}
          value={values.tag}
          onChange={(event) => set({ tag: event.target.value as Tag | '' })}
          disabled={!values.bonusActive}
          error={values.bonusActive ? errors.tag : undefined}
          className="mt-2"
        />
        <OwedByType customer={customer} tag={(values.bonusActive && values.tag) || null} />
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
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={save.isPending} busyLabel={texts.edit.saving}>
          {texts.edit.save}
        </Button>
        <Button variant="secondary" onClick={done}>
          {texts.edit.cancel}
        </Button>
      </div>
    </form>
  )
}
