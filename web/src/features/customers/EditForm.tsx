import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { customerQueries } from '@/api/customers'
import { isApiError } from '@/api/error'
import { changeCustomer } from '@/api/records'
import type { Customer, Tag } from '@/api/types'
import { sayDay } from '@/lib/dates'
import { errorText } from '@/lib/errors'
import { joinPhone } from '@/lib/phone'
import { parseDay } from '@/lib/readDay'
import { Button } from '@/ui/Button'
import { Checkbox } from '@/ui/Checkbox'
import { focusFirstError, useFocusFirstError } from '@/ui/focusFirstError'
import { GuardianFields } from '@/ui/guardian/GuardianFields'
import { Notice } from '@/ui/Notice'
import { notify } from '@/ui/notify'
import { PhoneField } from '@/ui/PhoneField'
import { SelectField } from '@/ui/SelectField'
import { TextAreaField, TextField } from '@/ui/TextField'
import { rememberBonus, rememberedTag, tags } from './bonus'
import { DuplicateWarning } from './DuplicateWarning'
import { changesFrom, type EditValues, valuesOf, wrongIn } from './editCustomer'
import { asksGuardian, type FieldErrors } from './newCustomer'
import { OwedByType } from './OwedByType'
import { texts } from './texts'

const tagChoices = [{ value: '', label: texts.edit.chooseTag }, ...tags]

interface EditFormProps {
  customer: Customer
  onDone: () => void
}

/** Changes a customer's data. A new phone keeps the id, the code and the history. */
export function EditForm({ customer, onDone }: EditFormProps) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [before] = useState(() => valuesOf(customer, rememberedTag(customer.id)))
  const [values, setValues] = useState(before)
  const [wrong, setWrong] = useState<FieldErrors>({})
  const save = useMutation({
    mutationFn: () => changeCustomer(customer.id, changesFrom(values, withGuardian)),
    onSuccess: (changed) => {
      rememberBonus(customer.id, { active: values.bonusActive, tag: values.tag || null })
      client.setQueryData(customerQueries.one(customer.id).queryKey, changed)
      notify.success(texts.edit.saved)
      onDone()
      return client.invalidateQueries({ queryKey: customerQueries.all() })
    },
  })
  useFocusFirstError(form, save.error)

  const refused: FieldErrors = isApiError(save.error) ? save.error.fieldErrors : {}
  const errors = { ...refused, ...wrong }
  const birthday = parseDay(values.birthday)
  const withGuardian = !customer.guardianName && asksGuardian(birthday, refused)

  // The button that opened it is gone: the focus goes on from here, without a keyboard over half a telephone.
  useEffect(() => form.current?.focus({ preventScroll: true }), [])

  const set = (change: Partial<EditValues>) => setValues({ ...values, ...change })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (save.isPending) return
    const found = wrongIn(values, before, withGuardian)
    setWrong(found)
    if (Object.keys(found).length > 0) focusFirstError(form)
    else save.mutate()
  }
  const phone = joinPhone(values.phone)
  const person = {
    name: values.name === before.name ? '' : values.name,
    phone: phone === customer.phone ? '' : phone,
    exceptId: customer.id,
  }

  return (
    <form
      ref={form}
      tabIndex={-1}
      aria-label={texts.edit.title}
      noValidate
      onSubmit={submit}
      className="grid gap-5"
    >
      {save.isError && (
        <Notice tone="error" title={texts.edit.failed}>
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
      <PhoneField
        label={texts.edit.phone}
        value={values.phone}
        onChange={(parts) => set({ phone: parts })}
        autoComplete="off"
        help={phone ? texts.edit.sent(phone) : texts.edit.noPhone}
        error={errors.phone}
      />
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
      <TextAreaField
        label={texts.edit.notes}
        value={values.notes}
        onChange={(event) => set({ notes: event.target.value })}
        maxLength={1000}
        optional
        error={errors.notes}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" busy={save.isPending} busyLabel={texts.edit.saving}>
          {texts.edit.save}
        </Button>
        <Button variant="secondary" onClick={onDone}>
          {texts.edit.cancel}
        </Button>
      </div>
    </form>
  )
}
