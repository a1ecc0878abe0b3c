import { zodResolver } from '@hookform/resolvers/zod'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import type { NewStaff, useCreateUser } from '@/acts/users'
import { useSignedIn } from '@/api'
import { isApiError } from '@/api/error'
import { rolesToCreate } from '@/api/users'
import { Button } from '@/ui/Button'
import { IconButton } from '@/ui/IconButton'
import { texts as roleWords } from '@/ui/roles/texts'
import { SelectField } from '@/ui/SelectField'
import { TextField } from '@/ui/TextField'
import { UnsavedChanges } from '@/ui/UnsavedChanges'
import { texts } from './texts'

const schema = z.object({
  name: z.string().check(z.trim()),
  email: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, texts.create.emailMissing),
      z.regex(/^[^@\s]+@[^@\s]+$/, texts.create.emailWrong),
    ),
  password: z
    .string()
    .check(z.minLength(1, texts.create.passwordMissing), z.minLength(6, texts.create.passwordShort)),
  role: z.enum(['BARBER', 'ADMIN']),
})

const blank: NewStaff = { name: '', email: '', password: '', role: 'BARBER' }

/** Name, email, password and role of a new account. It empties itself when the account exists. */
export function UserForm({ create }: { create: ReturnType<typeof useCreateUser> }) {
  const roles = rolesToCreate(useSignedIn().role)
  const { register, handleSubmit, formState, reset, control } = useForm<NewStaff>({
    resolver: zodResolver(schema),
    defaultValues: blank,
  })
  const role = useWatch({ control, name: 'role' })
  const refused = isApiError(create.error) ? create.error.fieldErrors : {}
  const errorOf = (field: keyof NewStaff) => formState.errors[field]?.message ?? refused[field]
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={handleSubmit((staff) => create.mutate(staff, { onSuccess: () => reset(blank) }))}
    >
      <UnsavedChanges when={formState.isDirty} />
      <TextField
        label={texts.create.email}
        type="email"
        autoComplete="off"
        error={errorOf('email')}
        {...register('email')}
      />
      <TextField
        label={texts.create.name}
        optional
        autoComplete="off"
        help={texts.create.nameHelp}
        error={errorOf('name')}
        {...register('name')}
      />
      <PasswordField error={errorOf('password')} {...register('password')} />
      <SelectField
        label={texts.create.role}
        help={texts.create.roleHelp[role]}
        error={errorOf('role')}
        options={roles.map((value) => ({ value, label: roleWords.user[value] }))}
        {...register('role')}
      />
      <Button type="submit" busy={create.isPending} busyLabel={texts.create.submitting}>
        {texts.create.submit}
      </Button>
    </form>
  )
}

type PasswordFieldProps = Omit<React.ComponentProps<typeof TextField>, 'label' | 'help' | 'type'>

/** A password that whoever creates the account may look at: it has to be told to somebody. */
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
