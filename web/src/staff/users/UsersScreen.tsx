import { useCreateUser } from '@/acts/staff/users'
import { userTexts } from '@/acts/staff/userTexts'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { errorText } from '@/lib/errors'
import { texts } from './texts'
import { UserForm } from './UserForm'
import { UserTable } from './UserTable'

export function UsersScreen() {
  const create = useCreateUser()
  return (
    <div className="grid gap-6">
      <header className="grid gap-1">
        <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
        <p className="text-ink-soft">{texts.intro}</p>
      </header>
      <UserTable />
      <Panel title={texts.create.title} className="w-full max-w-xl">
        <div className="grid gap-5">
          {create.isSuccess && <Message text={userTexts.create.done} />}
          {create.isError && <Message text={`❌ ${errorText(create.error, userTexts.create.failed)}`} />}
          <UserForm create={create} />
        </div>
      </Panel>
    </div>
  )
}
