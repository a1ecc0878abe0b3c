import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Role, User } from '@/api/types'
import { usersQuery } from '@/api/users'
import { texts as roleWords } from '@/card/roles/texts'
import { buttonLook } from '@/kit/buttonLook'
import { CountPanel } from './CountPanel'
import { texts } from './texts'

const maxShown = 4

/** Lists the team, for an ADMIN only the barbers. */
export function TeamPanel({ role }: { role: Role }) {
  const users = useQuery(usersQuery())
  const present = users.data?.filter((user) => !user.disabled)
  const active = present?.filter((user) => !user.invitedTo)
  const invitedCount = (present?.length ?? 0) - (active?.length ?? 0)
  const one = active?.length === 1
  return (
    <CountPanel
      title={texts.team.title}
      count={active?.length}
      words={role === 'ADMIN' ? texts.team.barbers(one) : texts.team.count(one)}
      none={texts.team.none}
      read={users}
      failureText={texts.team.failed}
      action={
        <Link to="/app/users" className={buttonLook({ variant: 'secondary' })}>
          {texts.team.manage}
        </Link>
      }
    >
      <Names users={active ?? []} />
      {invitedCount > 0 && <p className="text-ink-soft">{texts.team.invited(invitedCount)}</p>}
    </CountPanel>
  )
}

function Names({ users }: { users: User[] }) {
  return (
    <ul className="grid w-full grid-cols-1">
      {users.slice(0, maxShown).map(({ id, name, email, role }) => (
        <li
          key={id}
          className="flex flex-wrap justify-between gap-x-4 border-b border-rule py-1.5 last:border-0"
        >
          <span className="min-w-0 [overflow-wrap:anywhere]">{name || email}</span>
          <span className="text-ink-soft">{roleWords.user[role]}</span>
        </li>
      ))}
      {users.length > maxShown && (
        <li className="pt-1.5 text-ink-soft">{texts.team.more(users.length - maxShown)}</li>
      )}
    </ul>
  )
}
