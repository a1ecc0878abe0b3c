import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useCreateUser } from '@/acts/staff/users'
import { userTexts } from '@/acts/staff/userTexts'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { Panel } from '@/kit/Panel'
import { errorText } from '@/lib/errors'
import { InviteDialog } from './InviteDialog'
import { inviteTexts } from './inviteTexts'
import { texts } from './texts'
import { UserForm } from './UserForm'
import { UserTable } from './UserTable'

export function UsersScreen() {
  const create = useCreateUser()
  const [isInviting, setInviting] = useState(false)
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
          <p className="text-ink-soft">{texts.intro}</p>
        </div>
        <Button icon={<UserPlus aria-hidden="true" className="size-5" />} onClick={() => setInviting(true)}>
          {inviteTexts.act}
        </Button>
      </header>
      {isInviting && <InviteDialog onClose={() => setInviting(false)} />}
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
