import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { useCreateUser } from '@/acts/staff/users'
import { userTexts } from '@/acts/staff/userTexts'
import { Button } from '@/kit/Button'
import { Message } from '@/kit/Message'
import { CreateUserDialog } from './CreateUserDialog'
import { InviteDialog } from './InviteDialog'
import { inviteTexts } from './inviteTexts'
import { texts } from './texts'
import { UserTable } from './UserTable'

export function UsersScreen() {
  const create = useCreateUser()
  const [asking, setAsking] = useState<'invite' | 'create' | null>(null)
  const close = () => setAsking(null)
  const startCreating = () => {
    create.reset()
    setAsking('create')
  }
  return (
    <div className="grid gap-6">
      <header className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="grid gap-1">
          <h1 className="font-sign text-display font-extrabold">{texts.title}</h1>
          <p className="text-ink-soft">{texts.intro}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button variant="secondary" onClick={startCreating}>
            {texts.create.start}
          </Button>
          <Button
            icon={<UserPlus aria-hidden="true" className="size-5" />}
            onClick={() => setAsking('invite')}
          >
            {inviteTexts.act}
          </Button>
        </div>
      </header>
      {create.isSuccess && <Message text={userTexts.create.done} />}
      <UserTable />
      {asking === 'invite' && <InviteDialog onClose={close} />}
      {asking === 'create' && <CreateUserDialog create={create} onClose={close} />}
    </div>
  )
}
