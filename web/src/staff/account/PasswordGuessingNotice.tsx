import { useQuery } from '@tanstack/react-query'
import { attackedAccountsQuery } from '@/api/users'
import { Notice } from '@/kit/Notice'
import { withNames } from '@/kit/withNames'
import { texts } from './texts'

/** Warns of attempts to guess a password. Operators see those on all operators' accounts. */
export function PasswordGuessingNotice() {
  const tried = useQuery(attackedAccountsQuery())
  if (!tried.data?.length) return null
  return (
    <Notice tone="warning" title={texts.tried.title}>
      <p>
        {withNames(
          texts.tried.detail(tried.data.map(({ email }) => email)),
          ...tried.data.map(({ email }) => email),
        )}
      </p>
    </Notice>
  )
}
