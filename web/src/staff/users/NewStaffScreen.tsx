import { Link } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useCreateUser } from '@/acts/staff/users'
import { userTexts } from '@/acts/staff/userTexts'
import { backLook } from '@/kit/buttonLook'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { errorText, isShownAtField } from '@/lib/errors'
import { texts } from './texts'
import { UserForm, userFields } from './UserForm'

export function NewStaffScreen() {
  const create = useCreateUser()
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
        <UserForm create={create} />
      </Panel>
    </div>
  )
}
