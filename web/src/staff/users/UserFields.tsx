import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import type { NewStaff, useCreateUser } from '@/acts/staff/users'
import { useSignedIn } from '@/api'
import { rolesToCreate } from '@/api/users'
import { texts as roleWords } from '@/card/roles/texts'
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

export function useUserForm(create: ReturnType<typeof useCreateUser>, onCreated?: () => void) {
  const form = useForm({ savedValues: blank, faultsIn, refusal: create.error })
  const submit = () => {
    if (create.isPending || !form.check()) return
    const { values } = form
    const staff = { ...values, name: values.name.trim(), email: values.email.trim() }
    create.mutate(staff, {
      onSuccess: () => {
        form.reset()
        onCreated?.()
      },
    })
  }
  return { form, submit }
}

interface UserFieldsProps {
  form: ReturnType<typeof useUserForm>['form']
  create: ReturnType<typeof useCreateUser>
}

export function UserFields({ form, create }: UserFieldsProps) {
  const roles = rolesToCreate(useSignedIn().role)
  return (
    <>
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
        help={texts.create.roleHelp[form.values.role]}
        options={roles.map((value) => ({ value, label: roleWords.user[value] }))}
        {...form.text('role')}
      />
    </>
  )
}

type PasswordFieldProps = Omit<React.ComponentProps<typeof TextField>, 'label' | 'help' | 'type'>

/** A password that can be made visible, because the creator passes it on to the new user. */
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
