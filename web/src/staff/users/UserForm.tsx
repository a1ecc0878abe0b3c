import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import type { NewStaff, useCreateUser } from '@/acts/staff/users'
import { useSignedIn } from '@/api'
import { rolesToCreate } from '@/api/users'
import { texts as roleWords } from '@/card/roles/texts'
import { Button } from '@/kit/Button'
import { emailFault } from '@/kit/emailFault'
import { UnsavedChanges } from '@/kit/form/UnsavedScope'
import { IconButton } from '@/kit/IconButton'
import { SelectField } from '@/kit/SelectField'
import { TextField } from '@/kit/TextField'
import { type Faults, useForm } from '@/lib/useForm'
import { texts } from './texts'

const blank: NewStaff = { name: '', email: '', password: '', role: 'BARBER' }

export const userFields = Object.keys(blank)

function faultsIn({ email, password }: NewStaff): Faults {
  const { passwordMissing, passwordShort } = texts.create
  const wrong = emailFault(email)
  return {
    ...(wrong && { email: wrong }),
    ...(password.length < 6 && { password: password === '' ? passwordMissing : passwordShort }),
  }
}

/** UserForm creates an account and clears itself afterwards. */
export function UserForm({ create }: { create: ReturnType<typeof useCreateUser> }) {
  const roles = rolesToCreate(useSignedIn().role)
  const form = useForm({ saved: blank, faultsIn, refusal: create.error })
  const { values } = form
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (create.isPending || !form.check()) return
    const staff = { ...values, name: values.name.trim(), email: values.email.trim() }
    create.mutate(staff, { onSuccess: form.reset })
  }
  return (
    <form ref={form.element} noValidate className="grid gap-5" onSubmit={submit}>
      <UnsavedChanges when={form.isDirty} isSaving={create.isPending} />
      <TextField label={texts.create.email} type="email" autoComplete="off" {...form.text('email')} />
      <TextField
        label={texts.create.name}
        optional
        autoComplete="off"
        help={texts.create.nameHelp}
        {...form.text('name')}
      />
      <PasswordField {...form.text('password')} />
      <SelectField
        label={texts.create.role}
        help={texts.create.roleHelp[values.role]}
        options={roles.map((value) => ({ value, label: roleWords.user[value] }))}
        {...form.text('role')}
      />
      <Button type="submit" busy={create.isPending} busyLabel={texts.create.submitting}>
        {texts.create.submit}
      </Button>
    </form>
  )
}

type PasswordFieldProps = Omit<React.ComponentProps<typeof TextField>, 'label' | 'help' | 'type'>

/** A password field that can be shown: the creator tells the password to the new user. */
function PasswordField(props: PasswordFieldProps) {
  const [visible, setVisible] = useState(false)
  const Eyes = visible ? EyeOff : Eye
  return (
    <div className="relative">
      <TextField
        {...props}
        label={texts.create.password}
        help={texts.create.passwordHelp}
        type={visible ? 'text' : 'password'}
        autoComplete="new-password"
      />
      <IconButton
        label={visible ? texts.create.hidePassword : texts.create.showPassword}
        icon={<Eyes aria-hidden="true" className="size-5" />}
        onClick={() => setVisible(!visible)}
        className="absolute top-[1.9rem] right-0"
      />
    </div>
  )
}
