import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import type { FormEvent } from 'react'
import { useCreateUser } from '@/acts/staff/users'
import { userTexts } from '@/acts/staff/userTexts'
import { Button } from '@/kit/Button'
import { backLook } from '@/kit/buttonLook'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { errorText, isShownAtField } from '@/lib/errors'
import { texts } from './texts'
import { UserFields, userFields, useUserForm } from './UserFields'

export function NewStaffScreen() {
  const create = useCreateUser()
  const { form, submit } = useUserForm(create)
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <div className="mx-auto grid max-w-md gap-6">
      <header className="grid gap-1">
        <Link to="/app/users" className={backLook}>
          <ArrowLeft aria-hidden="true" className="size-5" />
          {texts.staffNew.back}
        </Link>
        <h1 className="font-sign text-display font-extrabold">{texts.staffNew.title}</h1>
        <p className="text-ink-soft">{texts.staffNew.intro}</p>
      </header>
      {create.isSuccess && <Message text={userTexts.create.done} />}
      {create.isError && !isShownAtField(create.error, userFields) && (
        <Message text={texts.create.error(errorText(create.error, userTexts.create.failed))} />
      )}
      <Panel>
        <form ref={form.element} noValidate className="grid gap-5" onSubmit={onSubmit}>
          <UserFields form={form} create={create} />
          <Button type="submit" busy={create.isPending} busyLabel={texts.create.submitting}>
            {texts.create.submit}
          </Button>
        </form>
      </Panel>
    </div>
  )
}
