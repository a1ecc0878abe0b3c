import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { attackedAccountsQuery } from '@/api/users'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { isFault } from './faults'
import { texts } from './texts'

const words = texts.tried

export function PasswordGuessingNotice() {
  const tried = useQuery(attackedAccountsQuery())
  if (!tried.data || !isFault.guessing(tried.data)) return null
  return (
    <Notice tone="warning" title={words.title}>
      <p>
        {withNames(
          words.detail(tried.data.map(({ email }) => email)),
          ...tried.data.map(({ email }) => email),
        )}
      </p>
      <Link to="/app/account" className="inline-flex min-h-target items-center font-semibold underline">
        {words.account}
      </Link>
    </Notice>
  )
}
